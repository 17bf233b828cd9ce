#include "services/analysis/change_model/deltas/code_facts.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "services/analysis/change_model/deltas/local_functions.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Field;
using python::Kind;
using python::Node;
using v1::Delta;

// Texts are cut for readers, keys are not.
constexpr LineOptions kKey = {.elides_calls = true, .max_bytes = 4000};
constexpr LineOptions kText = {.elides_calls = true, .max_bytes = 120};

std::string KeyOf(Node node) { return LineOf(node, kKey); }

// As written while that is short: "len(…) == len(…)" tells nothing.
std::string TextOf(Node node) {
  const std::string whole = LineOf(node, {.max_bytes = kText.max_bytes + 1});
  return whole.size() <= kText.max_bytes ? whole : LineOf(node, kText);
}

// What a call is given is told by the call.
std::string ResultOf(Node value) {
  return LineOf(value, {.elides_calls = true, .elides_own_call = true, .max_bytes = 4000});
}

bool HasWord(absl::string_view text, std::initializer_list<absl::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](absl::string_view word) { return absl::StrContains(text, word); });
}

// `self.x` or `cls.x`; "": something else.
absl::string_view AttributeOfSelf(Node node) {
  if (!node.Is(Kind::kAttribute)) return "";
  const absl::string_view object = node.child(Field::kObject).text();
  return object == "self" || object == "cls" ? node.child(Field::kAttribute).text() : "";
}

// The last statement of a block, if it leaves the block's surroundings.
Node ExitOf(Node block) {
  const Node last = block.last_named_child();
  switch (last.kind()) {
    case Kind::kRaiseStatement:
    case Kind::kReturnStatement:
    case Kind::kContinueStatement:
    case Kind::kBreakStatement:
      return last;
    default:
      return Node();
  }
}

// "raise ValueError" of `raise ValueError("...") from error`.
std::string ShortExit(Node exit) {
  if (!exit.Is(Kind::kRaiseStatement)) return ShortLine(LineOf(exit, kText), 60);
  Node exception = exit.named_child(0);
  if (exception.Is(Kind::kCall)) exception = exception.child(Field::kFunction);
  return exception ? absl::StrCat("raise ", exception.text()) : "raise";
}

// What the value of an expression becomes: "x" of `x = f(g(…))`; empty: nothing with a name.
std::string TargetOf(Node expression) {
  const Node statement = python::StatementOf(expression);
  const Node assignment = statement.named_child(0);
  return assignment.Is(Kind::kAssignment) ? KeyOf(assignment.child(Field::kLeft)) : "";
}

class FactCollector {
 public:
  explicit FactCollector(const Definition& function) : function_(function) {}

  std::vector<CodeFact> Collect() {
    const Node body = function_.body;
    if (!body) return {};
    for (uint32_t i = body.index() + 1; i < body.subtree_end();) {
      const Node node = body.tree()->node(i);
      locals_.LeaveBefore(i);
      i = Visit(node) ? node.subtree_end() : i + 1;
    }
    return std::move(facts_);
  }

 private:
  void Add(Delta::Kind kind, Node node, std::string key, std::string subject = {},
           std::string text = {}) {
    if (text.empty()) text = ShortLine(key, kText.max_bytes);
    facts_.push_back({.kind = kind,
                      .text = std::move(text),
                      .key = std::move(key),
                      .subject = std::move(subject),
                      .local = locals_.name(),
                      .node = node});
  }

  // Whether the node is done with.
  bool Visit(Node node) {
    switch (node.kind()) {
      case Kind::kCall:
        return AddCall(node);
      case Kind::kSubscript:
        AddSubscript(node);
        return false;
      case Kind::kIfStatement:
      case Kind::kElifClause:
        AddBranch(node);
        return false;
      case Kind::kConditionalExpression:
        Add(Delta::KIND_BRANCH, node, KeyOf(node));
        return false;
      case Kind::kMatchStatement:
        Add(Delta::KIND_BRANCH, node, absl::StrCat("match ", KeyOf(node.child(Field::kSubject))));
        return false;
      case Kind::kCaseClause:
        AddCase(node);
        return false;
      case Kind::kForStatement:
        AddLoop(node);
        return false;
      case Kind::kWhileStatement:
        Add(Delta::KIND_LOOP, node, absl::StrCat("while ", KeyOf(node.child(Field::kCondition))));
        return false;
      case Kind::kExceptClause:
        AddHandler(node);
        return false;
      case Kind::kAssertStatement:
        AddAssert(node);
        return true;
      case Kind::kRaiseStatement:
        AddRaise(node);
        return true;
      case Kind::kFunctionDefinition:
        locals_.Enter(node);
        return false;
      case Kind::kLambda:
        AddLambda(node);
        return false;
      case Kind::kReturnStatement:
      case Kind::kYield:
        AddResult(node);
        return false;
      case Kind::kAssignment:
      case Kind::kAugmentedAssignment:
        AddAssignment(node);
        return false;
      case Kind::kBinaryOperator:
        if (node.child(Field::kOperator).text() == "@") {
          Add(Delta::KIND_TENSOR_OPERATION, node, KeyOf(node), "@");
        }
        return false;
      case Kind::kDecorator:
      case Kind::kParameters:
      case Kind::kType:
        return true;
      default:
        return false;
    }
  }

  // Kind and subject are found out later. What is written for readers only is left out.
  bool AddCall(Node call) {
    const absl::string_view callee = call.child(Field::kFunction).text();
    const absl::string_view last = callee.substr(callee.rfind('.') + 1);
    if (last == "add_argument") return true;
    if (WithoutCast(call) != call) return false;
    constexpr absl::string_view kLogging[] = {"print",
                                              "print_rank_0",
                                              "print_rank_last",
                                              "log_single_rank",
                                              "log_on_each_pipeline_stage",
                                              "warn",
                                              "warn_rank_0",
                                              "nvtx_range_push",
                                              "nvtx_range_pop",
                                              "range_push",
                                              "range_pop",
                                              "log_rank_0",
                                              "print_with_rank",
                                              "printf"};
    constexpr absl::string_view kMethods[] = {"debug", "info",         "warning",
                                              "error", "exception",    "critical",
                                              "log",   "warning_once", "info_once"};
    const auto is_among = [&](const auto& names) {
      return std::find(std::begin(names), std::end(names), last) != std::end(names);
    };
    if (is_among(kLogging)) return true;
    if (is_among(kMethods) && HasWord(callee.substr(0, callee.size() - last.size()), {"log"})) {
      return true;
    }
    const LineOptions options = {.elides_calls = true, .omits_placement = true, .max_bytes = 4000};
    Add(Delta::KIND_UNSPECIFIED, call, LineOf(call, options), "", LineOf(call, kText));
    AddPlacement(call, callee);
    return false;
  }

  // dtype= and device=.
  void AddPlacement(Node call, absl::string_view callee) {
    for (absl::string_view placement : {"dtype", "device"}) {
      const Node value = python::KeywordArgument(call, placement);
      if (!value) continue;
      Add(placement == "dtype" ? Delta::KIND_DTYPE : Delta::KIND_DEVICE, call,
          absl::StrCat(callee, " ", placement, "=", KeyOf(value)),
          absl::StrCat(TargetOf(call), " = ", callee),
          ShortLine(absl::StrCat(callee, "(…, ", placement, "=", KeyOf(value), ")"),
                    kText.max_bytes));
    }
  }

  void AddSubscript(Node node) {
    const absl::string_view object = node.child(Field::kValue).text();
    const Node key = node.child(Field::kSubscript);
    if (absl::EndsWith(object, "os.environ")) {
      AddVariable(node, key);
    } else if (IsNamedLikeState(object) && (key.Is(Kind::kString) || HasString(key))) {
      const absl::string_view content = python::Module::StringContent(key);
      Add(Delta::KIND_STATE_DICT_KEY, node, KeyOf(key), "", ShortLine(content, 120));
    }
  }

  // os.environ["PORT"], or what is put there.
  void AddVariable(Node node, Node key) {
    const Node assignment = node.parent();
    const bool is_write = assignment.Is(Kind::kAssignment) && node.field() == Field::kLeft;
    const std::string name = VariableName(key);
    Add(Delta::KIND_ENVIRONMENT_VARIABLE, node,
        is_write ? absl::StrCat(KeyOf(node), " = ", KeyOf(assignment.child(Field::kRight))) : name,
        name);
  }

  static bool IsNamedLikeState(absl::string_view object) {
    const absl::string_view last = object.substr(object.rfind('.') + 1);
    return HasWord(last, {"state_dict", "checkpoint", "ckpt"});
  }

  // prefix + "weight"
  static bool HasString(Node key) {
    if (!key.Is(Kind::kBinaryOperator)) return false;
    return key.child(Field::kLeft).Is(Kind::kString) || key.child(Field::kRight).Is(Kind::kString);
  }

  void AddBranch(Node node) {
    const std::string condition = KeyOf(node.child(Field::kCondition));
    const Node exit = ExitOf(node.child(Field::kConsequence));
    const bool is_guard = exit && node.child(Field::kConsequence).named_child_count() == 1;
    if (exit.Is(Kind::kRaiseStatement) || is_guard) {
      const std::string text = TextOf(node.child(Field::kCondition));
      Add(Delta::KIND_GUARD, node, absl::StrCat("if ", condition, ": ", ShortExit(exit)), "",
          ShortLine(absl::StrCat("if ", text, ": ", ShortExit(exit)), 160));
    } else {
      Add(Delta::KIND_BRANCH, node, condition, "", TextOf(node.child(Field::kCondition)));
    }
  }

  // "except KeyError" of `except KeyError as error:`.
  void AddHandler(Node node) {
    std::string header = LineOf(node, kKey);
    header.resize(std::min(header.find(':'), header.size()));
    header.resize(std::min(header.find(" as "), header.size()));
    Add(Delta::KIND_BRANCH, node, std::move(header));
  }

  void AddCase(Node node) {
    std::string pattern = LineOf(node, kKey);
    pattern.resize(std::min(pattern.find(':'), pattern.size()));
    Add(Delta::KIND_BRANCH, node, std::move(pattern));
  }

  void AddLambda(Node lambda) {
    if (NameOfLocal(lambda).empty()) return;
    locals_.Enter(lambda);
    const Node value = lambda.child(Field::kBody);
    Add(Delta::KIND_RETURN, value, ResultOf(value), "", LineOf(value, kText));
  }

  void AddResult(Node node) {
    const Node value = WithoutCast(node.named_child(0));
    if (!value) return;
    const Node shown = node.Is(Kind::kYield) ? node : value;
    Add(Delta::KIND_RETURN, node, ResultOf(shown), "", LineOf(shown, kText));
  }

  void AddLoop(Node node) {
    const std::string target = KeyOf(node.child(Field::kLeft));
    Add(Delta::KIND_LOOP, node,
        absl::StrCat("for ", target, " in ", KeyOf(node.child(Field::kRight))), target);
  }

  void AddAssert(Node node) {
    // Nobody else tells of the calls in it.
    const Node test = node.named_child(0);
    Add(Delta::KIND_GUARD, node, absl::StrCat("assert ", LineOf(test, {.max_bytes = 4000})), "",
        absl::StrCat("assert ", TextOf(test)));
  }

  void AddRaise(Node node) {
    const Node exception = node.named_child(0);
    if (!exception) return;  // What was caught goes on as before.
    const Node type = exception.Is(Kind::kCall) ? exception.child(Field::kFunction) : exception;
    Add(Delta::KIND_RAISE, node, LineOf(exception, {.max_bytes = 4000}), std::string(type.text()));
  }

  void AddAssignment(Node node) {
    const Node left = node.child(Field::kLeft);
    const Node value = WithoutCast(node.child(Field::kRight));
    if (!value) return;
    const absl::string_view op =
        node.Is(Kind::kAugmentedAssignment) ? node.child(Field::kOperator).text() : "=";
    const std::string target = KeyOf(left);
    const std::string key = absl::StrCat(target, " ", op, " ", ResultOf(value));
    std::string text = ShortLine(absl::StrCat(target, " ", op, " ", KeyOf(value)), 120);
    if (!AttributeOfSelf(left).empty()) {
      Add(Delta::KIND_ATTRIBUTE, node, key, target, std::move(text));
    } else if (left.Is(Kind::kIdentifier) || left.Is(Kind::kPatternList)) {
      Add(Delta::KIND_VALUE, node, key, target, std::move(text));
    }
  }

  const Definition& function_;
  LocalNames locals_;
  std::vector<CodeFact> facts_;
};

}  // namespace

std::string VariableName(Node key) {
  const absl::string_view content = python::Module::StringContent(key);
  return content.empty() ? LineOf(key, kText) : ShortLine(content, 120);
}

std::vector<CodeFact> FactsOf(const Definition& function) {
  return FactCollector(function).Collect();
}

}  // namespace allreview::analysis
