#include "analyzers/values/print_values.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/print.h"
#include "analyzers/understanding/behaviour.h"
#include "analyzers/understanding/print.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::values {
namespace {

using python::Kind;
using python::Node;
using understanding::Behaviour;
using understanding::CodeRef;
using understanding::Knowledge;
using understanding::Program;
using understanding::Value;
using CallSite = UnderstoodRepository::CallSite;

constexpr size_t kMaxStores = 12;

bool IsAsked(Node node, bool with_keywords) {
  switch (node.kind()) {
    case Kind::kKeywordArgument:
      return with_keywords;
    case Kind::kIdentifier:
    case Kind::kAttribute:
    case Kind::kSubscript:
    case Kind::kCall:
    case Kind::kBinaryOperator:
    case Kind::kBooleanOperator:
    case Kind::kComparisonOperator:
    case Kind::kConditionalExpression:
    case Kind::kNotOperator:
    case Kind::kUnaryOperator:
    case Kind::kListComprehension:
    case Kind::kSetComprehension:
    case Kind::kDictionaryComprehension:
    case Kind::kTuple:
    case Kind::kList:
    case Kind::kDictionary:
    case Kind::kAwait:
      return true;
    default:
      return false;
  }
}

// What binds or names something in these has no value of its own.
bool HasLabel(Node parent) {
  switch (parent.kind()) {
    case Kind::kFunctionDefinition:
    case Kind::kClassDefinition:
    case Kind::kKeywordArgument:
    case Kind::kDefaultParameter:
    case Kind::kTypedDefaultParameter:
      return true;
    default:
      return false;
  }
}

bool IsLabel(Node node) {
  if (!node.Is(Kind::kIdentifier)) return false;
  const Node parent = node.parent();
  const python::Field field = node.field();
  return parent.Is(Kind::kParameters) || parent.Is(Kind::kLambdaParameters) ||
         parent.Is(Kind::kTypedParameter) ||
         (parent.Is(Kind::kAttribute) && field == python::Field::kAttribute) ||
         (HasLabel(parent) && field == python::Field::kName);
}

bool IsInAnnotation(Node node) {
  for (; node && !node.Is(Kind::kBlock); node = node.parent()) {
    if (node.Is(Kind::kType)) return true;
  }
  return false;
}

absl::string_view NameOf(ir::Code::Kind kind) {
  static constexpr absl::string_view kNames[] = {"module", "function", "lambda", "class"};
  return kNames[static_cast<size_t>(kind)];
}

class Printer {
 public:
  Printer(ValuesOfChange& values, const python::Module& module, const AskedLines& lines,
          uint32_t file)
      : values_(values),
        repository_(values.side(change::Side::kRight)),
        program_(repository_.program()),
        module_(module),
        lines_(lines),
        file_(file) {
    const std::vector<ir::Code>& codes = program_.file(file).code.codes;
    for (uint32_t code = 0; code < codes.size(); ++code) by_owner_.emplace(codes[code].node, code);
  }

  std::string Print() && {
    CollectExpressions();
    const std::vector<ir::Code>& codes = program_.file(file_).code.codes;
    const uint32_t around = CodeOf(FirstNode());
    for (uint32_t code = 0; code < codes.size() && !outline_.is_full(); ++code) {
      const bool begins_here = code > 0 && IsOnLines(codes[code].line);
      if (begins_here || code == around || expressions_.contains(code)) PrintCode(code);
    }
    return std::move(outline_).Finish();
  }

 private:
  bool IsOnLines(int line) const { return line >= lines_.first && line <= lines_.last; }

  uint32_t CodeOf(Node node) const {
    const std::vector<python::Scope>& scopes = module_.scopes().scopes();
    uint32_t scope = module_.scopes().ScopeOf(node);
    while (scopes[scope].kind == python::Scope::Kind::kComprehension) scope = scopes[scope].parent;
    const auto code = by_owner_.find(scopes[scope].owner.index());
    return code == by_owner_.end() ? 0 : code->second;
  }

  // The first that begins on the lines; else the module.
  Node FirstNode() const {
    for (Node node : module_.tree().root().descendants()) {
      if (node.first_line() >= lines_.first) return node;
    }
    return module_.tree().root();
  }

  void CollectExpressions() {
    for (Node node : module_.tree().root().descendants()) {
      Poll();
      if (!IsOnLines(node.first_line()) || !IsAsked(node, lines_.with_unknown)) continue;
      if (IsLabel(node) || IsInAnnotation(node)) continue;
      expressions_[CodeOf(node)].push_back(node);
    }
  }

  std::string Text(const Value& value) const {
    return understanding::WithNames(program_, value.ToText());
  }

  // " <- a.py:3, b.py:7", but for the line itself.
  std::string Origins(const Value& value, int line) const {
    std::vector<std::string> places;
    for (const Origin& origin : values_.OriginsOf(module_, value)) {
      if (origin.path == module_.path() && origin.line == line) continue;
      places.push_back(absl::StrCat(origin.path, ":", origin.line));
    }
    return places.empty() ? "" : absl::StrCat(" <- ", absl::StrJoin(places, ", "));
  }

  void PrintCode(uint32_t number) {
    const CodeRef ref = {file_, number};
    const ir::Code& code = program_.code(ref);
    outline_.Add(0, absl::StrCat(NameOf(code.kind), " ", program_.FullName(ref), " ", code.line));
    Behaviour behaviour;
    repository_.Ask([&](Knowledge& knowledge) { behaviour = BehaviourOf(knowledge, ref); });
    if (code.kind == ir::Code::Kind::kFunction) PrintParameters(ref);
    for (const std::string& text : behaviour.summary) {
      outline_.Add(1, understanding::WithNames(program_, text));
    }
    // Whoever asks for the line that begins a function asks for the function.
    const bool is_whole = number > 0 && IsOnLines(code.line);
    auto event = behaviour.events.begin();
    const auto print_events = [&](int before) {
      for (; event != behaviour.events.end() && event->line < before; ++event) {
        if (is_whole || IsOnLines(event->line)) PrintEvent(*event);
      }
    };
    for (Node node : expressions_[number]) {
      print_events(node.first_line());
      PrintExpression(node, code.kind == ir::Code::Kind::kFunction);
    }
    print_events(std::numeric_limits<int>::max());
  }

  void PrintEvent(const Behaviour::Event& event) {
    const Node node = module_.tree().node(event.node);
    outline_.Add(1, absl::StrCat(event.line, " ", Excerpt(node.text()), " ",
                                 understanding::WithNames(program_, event.text)));
  }

  void PrintParameters(CodeRef ref) {
    std::vector<Value> declared;
    repository_.Ask([&](Knowledge& knowledge) { declared = knowledge.ParametersAsDeclared(ref); });
    const std::vector<std::pair<CallSite, std::vector<Value>>> calls = CallsOf(ref);
    const std::vector<ir::Parameter>& parameters = program_.code(ref).parameters;
    for (size_t i = 0; i < parameters.size() && i < declared.size(); ++i) {
      const absl::string_view name = program_.name(file_, parameters[i].name);
      outline_.Add(1, absl::StrCat("parameter ", name, ": ", Text(declared[i])));
      if (i == 0 && (name == "self" || name == "cls")) continue;
      for (const auto& [site, handed] : calls) {
        outline_.Add(2, absl::StrCat(site.path, ":", site.line, " hands over ",
                                     handed.empty() ? "?" : Text(handed[i])));
      }
    }
  }

  // By call what it hands over; nothing: nobody knows.
  std::vector<std::pair<CallSite, std::vector<Value>>> CallsOf(CodeRef ref) {
    const auto definition = std::find_if(
        module_.definitions().begin(), module_.definitions().end(),
        [&](const python::Definition& one) { return one.node.index() == program_.code(ref).node; });
    std::vector<std::pair<CallSite, std::vector<Value>>> calls;
    if (definition == module_.definitions().end()) return calls;
    for (CallSite& site : values_.CertainCallsOf(module_, *definition)) {
      std::optional<std::vector<Value>> handed = repository_.HandedBy(ref, site);
      calls.emplace_back(std::move(site), std::move(handed).value_or(std::vector<Value>()));
    }
    return calls;
  }

  void PrintExpression(Node node, bool may_be_called) {
    const Value value = values_.Of(module_, node);
    const Value called = may_be_called && !value.is_impossible() ? values_.WhenCalled(module_, node)
                                                                 : Value::Unknown();
    if (!lines_.with_unknown && value.is_unknown() && called.is_unknown()) return;
    std::string text = absl::StrCat(python::Position(node), " ", Excerpt(node.text()), " ",
                                    value.is_impossible() ? "never runs" : Text(value),
                                    value.is_impossible() ? "" : Origins(value, node.first_line()));
    if (called.is_impossible()) {
      absl::StrAppend(&text, "; as called: never runs");
    } else if (!called.is_unknown() && !(called == value)) {
      absl::StrAppend(&text, "; as called: ", Text(called), Origins(called, node.first_line()));
    }
    outline_.Add(1, text);
    if (lines_.with_unknown && node.Is(Kind::kAttribute)) {
      PrintStores(node.child(python::Field::kAttribute).text());
    }
  }

  // Each name once.
  void PrintStores(absl::string_view attribute) {
    if (!stores_printed_.insert(std::string(attribute)).second) return;
    std::vector<understanding::StoredAt> stores;
    repository_.Ask([&](Knowledge& knowledge) {
      stores = understanding::StoresOf(knowledge, attribute, kMaxStores);
    });
    for (const understanding::StoredAt& store : stores) {
      outline_.Add(2, absl::StrCat("stored in ", program_.FullName(store.code), " ",
                                   program_.path(store.code.file), ":", store.line, ": ",
                                   store.value.is_impossible() ? "never runs" : Text(store.value)));
    }
    const size_t all = program_.StoresOf(attribute).size();
    if (all > kMaxStores) {
      outline_.Add(2, absl::StrCat("stored in ", all - kMaxStores, " more functions"));
    }
  }

  ValuesOfChange& values_;
  UnderstoodRepository& repository_;
  const Program& program_;
  const python::Module& module_;
  const AskedLines lines_;
  const uint32_t file_;
  std::map<uint32_t, uint32_t> by_owner_;              // Codes, by the node that owns them.
  std::map<uint32_t, std::vector<Node>> expressions_;  // By code, in order.
  std::set<std::string> stores_printed_;
  Outline outline_;
};

}  // namespace

std::string PrintValues(ValuesOfChange& values, const python::Module& module,
                        const AskedLines& lines) {
  if (module.tree().error_count() > 0) return "nothing is known: the file has syntax errors\n";
  const std::optional<uint32_t> file = values.side(change::Side::kRight).FileOf(module.path());
  if (!file) return "";
  return Printer(values, module, lines, *file).Print();
}

}  // namespace allreview::values
