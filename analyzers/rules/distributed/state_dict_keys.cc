#include "analyzers/rules/distributed/state_dict_keys.h"

#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Module;
using python::Node;

// The method that stands in the class itself; the last one of the name.
const Definition* MethodOf(const Module& module, const Definition& a_class,
                           absl::string_view name) {
  return name.empty() ? nullptr : module.FindDefinition(absl::StrCat(a_class.name, ".", name));
}

bool IsEmptyDict(const Module& module, Node value) {
  if (value.Is(Kind::kDictionary)) return value.named_child_count() == 0;
  if (!value.Is(Kind::kCall) || value.child(Field::kArguments).named_child_count() > 0) {
    return false;
  }
  const absl::string_view name = CalleeName(value);
  return name == "OrderedDict" || module.Calls(value, "builtins.dict");
}

// Collects what a writer puts into the dictionary that it returns.
class Writer {
 public:
  Writer(const Module& module, std::map<std::string, Node>* keys) : module_(module), keys_(keys) {}

  // false: keys may be missing.
  bool Collect(const Definition& function) {
    ForEachOwnNode(function.body, [&](Node node) {
      if (node.Is(Kind::kYield)) is_certain_ = false;
      if (node.Is(Kind::kReturnStatement)) Return(node.named_child(0));
    });
    if (!has_return_ || !is_certain_) return false;
    ForEachOwnNode(function.body, [&](Node node) { Use(node); });
    return is_certain_;
  }

 private:
  void Return(Node value) {
    has_return_ = true;
    value = python::WithoutParentheses(value);
    if (value.Is(Kind::kIdentifier)) {
      names_.insert(value.text());
    } else if (!AddDict(value)) {
      is_certain_ = false;
    }
  }

  void Add(Node key) {
    const std::string text = KeyOf(key);
    if (text.empty()) {
      is_certain_ = false;
    } else {
      keys_->emplace(text, key);
    }
  }

  // A dictionary whose keys are all seen; false: another expression.
  bool AddDict(Node value) {
    value = python::WithoutParentheses(value);
    if (IsEmptyDict(module_, value)) return true;
    if (value.Is(Kind::kDictionary)) {
      for (Node pair : value.named_children()) {
        if (!pair.Is(Kind::kPair)) return false;
        Add(pair.child(Field::kKey));
      }
      return true;
    }
    if (!value.Is(Kind::kCall) || !module_.Calls(value, "builtins.dict")) return false;
    return AddKeywords(value);
  }

  bool AddKeywords(Node call) {
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.has_star || arguments.has_double_star || !arguments.positional.empty()) {
      return false;
    }
    for (Node keyword : arguments.keywords) {
      const Node name = keyword.child(Field::kName);
      keys_->emplace(std::string(name.text()), name);
    }
    return true;
  }

  // What happens to the dictionary where its name stands.
  void Use(Node node) {
    if (!node.Is(Kind::kIdentifier) || !names_.count(node.text()) ||
        node.field() == Field::kAttribute ||
        (node.field() == Field::kName && node.parent().Is(Kind::kKeywordArgument))) {
      return;
    }
    const Node parent = node.parent();
    if (parent.Is(Kind::kAssignment) && node.field() == Field::kLeft) {
      if (!AddDict(parent.child(Field::kRight))) is_certain_ = false;
    } else if (parent.Is(Kind::kSubscript) && node.field() == Field::kValue) {
      // state[key] = value; reading it back does no harm.
      const Node around = parent.parent();
      const bool is_target = around.Is(Kind::kAssignment) && parent.field() == Field::kLeft;
      if (is_target) Add(parent.child(Field::kSubscript));
    } else if (parent.Is(Kind::kAttribute)) {
      Method(parent.parent(), parent.child(Field::kAttribute).text());
    } else if (!parent.Is(Kind::kReturnStatement) && !parent.Is(Kind::kComparisonOperator)) {
      is_certain_ = false;  // Handed to someone who may add keys.
    }
  }

  void Method(Node call, absl::string_view name) {
    for (absl::string_view reading : {"get", "pop", "keys", "items", "values", "copy"}) {
      if (name == reading) return;
    }
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (name == "setdefault" && !arguments.positional.empty()) {
      Add(arguments.positional[0]);
    } else if (name == "update" && arguments.positional.size() == 1) {
      if (!AddDict(arguments.positional[0])) is_certain_ = false;
    } else if (name != "update" || !AddKeywords(call)) {
      is_certain_ = false;
    }
  }

  const Module& module_;
  std::map<std::string, Node>* keys_;
  std::set<absl::string_view> names_;
  bool has_return_ = false;
  bool is_certain_ = true;
};

// The key of `"key" in state`, `"key" not in state`; "": another expression.
std::string TestedKey(Node comparison, absl::string_view state) {
  if (!comparison.Is(Kind::kComparisonOperator) || comparison.named_child_count() != 2 ||
      comparison.named_child(1).text() != state) {
    return "";
  }
  return KeyOf(comparison.named_child(0));
}

// Files every mention of `state` in the reader under required or optional.
void CollectReads(const Module& module, const Definition& reader, absl::string_view state,
                  StateKeys* keys) {
  const uint32_t scope = module.scopes().ScopeOf(reader.body.named_child(0));
  const auto bindings = module.scopes().BindingsOf(scope, state);
  // What follows `state = state["model"]` is about another dictionary.
  const uint32_t end =
      bindings.size() > 1 ? (bindings.begin() + 1)->node.first_byte() : reader.node.end_byte();
  std::set<std::string> stored;
  ForEachOwnNode(reader.body, [&](Node node) {
    if (node.first_byte() >= end) return;
    if (const std::string tested = TestedKey(node, state); !tested.empty()) {
      keys->optional.emplace(tested, node);
    }
    const Node parent = node.parent();
    if (!node.Is(Kind::kIdentifier) || node.text() != state) return;
    if (parent.Is(Kind::kSubscript) && node.field() == Field::kValue) {
      const std::string key = KeyOf(parent.child(Field::kSubscript));
      const bool is_target =
          parent.field() == Field::kLeft &&
          (parent.parent().Is(Kind::kAssignment) || parent.parent().Is(Kind::kAugmentedAssignment));
      if (key.empty()) return;
      if (is_target) {
        stored.insert(key);
      } else if (Around(parent, Kind::kTryStatement)) {
        keys->optional.emplace(key, parent);
      } else if (!stored.count(key)) {
        keys->required.emplace(key, parent);
      }
      return;
    }
    if (!parent.Is(Kind::kAttribute) || node.field() != Field::kObject) return;
    const absl::string_view method = parent.child(Field::kAttribute).text();
    if (method != "get" && method != "pop") return;
    const python::Arguments arguments = python::ArgumentsOf(parent.parent());
    const std::string key = arguments.positional.empty() ? "" : KeyOf(arguments.positional[0]);
    if (key.empty()) return;
    const bool is_required = method == "pop" && arguments.positional.size() == 1;
    (is_required ? keys->required : keys->optional).emplace(key, parent.parent());
  });
  for (const auto& [key, place] : keys->optional) keys->required.erase(key);
}

}  // namespace

std::string KeyOf(Node expression) {
  expression = python::WithoutParentheses(expression);
  if (expression.Is(Kind::kBinaryOperator)) {
    const bool is_prefixed = expression.child(Field::kOperator).text() == "+" &&
                             absl::EndsWith(LastName(expression.child(Field::kLeft)), "prefix");
    return is_prefixed ? KeyOf(expression.child(Field::kRight)) : "";
  }
  if (!expression.Is(Kind::kString)) return "";
  absl::string_view text = expression.text();
  if (absl::StrContains(text, "{")) {
    // f"{prefix}scale"
    const size_t start = text.find("{prefix}");
    const bool is_prefixed = start != absl::string_view::npos && start == text.find('{') &&
                             start <= 4 && text.find('{', start + 1) == absl::string_view::npos;
    if (!is_prefixed) return "";
    text = text.substr(start + 8);
    return std::string(text.substr(0, text.find_first_of("\"'")));
  }
  return std::string(Module::StringContent(expression));
}

StateKeys KeysOf(const Module& module, const Definition& a_class, const StateMethods& methods) {
  StateKeys keys;
  const Definition* reader = MethodOf(module, a_class, methods.reader);
  if (reader == nullptr || reader->parameters.size() < 2 || reader->is_conditional) return keys;
  // A reader that shares the work, or tolerates gaps, knows keys that are not seen here.
  if (absl::StrContains(reader->body.text(), "strict=False")) return keys;
  keys.reader = reader->node;
  bool is_certain = true;
  for (absl::string_view name : methods.writers) {
    const Definition* writer = MethodOf(module, a_class, name);
    if (writer == nullptr) continue;
    // One writer that calls another adds to what that wrote.
    if (!keys.writer) keys.writer = writer->node;
    if (!Writer(module, &keys.written).Collect(*writer)) is_certain = false;
  }
  if (!keys.writer || !is_certain || keys.written.empty()) return keys;
  CollectReads(module, *reader, reader->parameters[1].name, &keys);
  keys.is_certain = true;
  return keys;
}

}  // namespace allreview::rules
