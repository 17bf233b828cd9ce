// Checks, waits and contexts that a function had before.

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMinMessage = 16;  // A shorter one may be anybody's.

// Names of values that the condition asks about, without what it calls and what is imported.
std::vector<absl::string_view> AskedAbout(const python::Module& module, Node condition) {
  std::vector<absl::string_view> names;
  for (Node identifier : condition.descendants(NodeKind::kIdentifier)) {
    const bool is_called =
        identifier.parent().Is(NodeKind::kCall) && identifier.field() == Field::kFunction;
    const bool is_method =
        identifier.field() == Field::kAttribute && identifier.parent().parent().Is(NodeKind::kCall);
    const bool is_keyword =
        identifier.parent().Is(NodeKind::kKeywordArgument) && identifier.field() == Field::kName;
    if (is_called || is_method || is_keyword || identifier.text() == "self") continue;
    if (identifier.field() != Field::kAttribute && !module.Resolve(identifier).empty()) continue;
    names.push_back(identifier.text());
  }
  return names;
}

// All names that conditions of the code read.
std::set<absl::string_view> NamesAskedIn(Node body) {
  std::set<absl::string_view> names;
  for (NodeKind kind :
       {NodeKind::kAssertStatement, NodeKind::kIfStatement, NodeKind::kElifClause}) {
    for (Node statement : body.descendants(kind)) {
      const bool is_assert = kind == NodeKind::kAssertStatement;
      const Node test = is_assert ? statement.named_child(0) : statement.child(Field::kCondition);
      if (test.Is(NodeKind::kIdentifier)) names.insert(test.text());
      for (Node name : test.descendants(NodeKind::kIdentifier)) names.insert(name.text());
    }
  }
  return names;
}

// The change took it away for good: no code of the new side asks the same, and what it asks about
// is still there.
bool IsCheckMissed(const Inquiry& inquiry, const FunctionPair& pair, Node guard, Node condition) {
  if (inquiry.change().moves().WhereTo(condition)) return false;
  const std::vector<absl::string_view> names = AskedAbout(*pair.module_before, condition);
  const auto all_in = [&](Node node) {
    return std::all_of(names.begin(), names.end(),
                       [&](absl::string_view name) { return Mentions(node, name); });
  };
  if (names.empty() || !all_in(pair.after->body)) return false;
  const std::string asked = WithoutBlanks(condition.text());
  for (const AnalysedFile* file : inquiry.product()) {
    if (absl::StrContains(WithoutBlanks(file->after->source()), asked)) return false;
  }
  // Several conditions may ask what one asked, and stand inside each other.
  const std::set<absl::string_view> asked_after = NamesAskedIn(pair.after->body);
  if (std::all_of(names.begin(), names.end(),
                  [&](absl::string_view name) { return asked_after.contains(name); })) {
    return false;
  }
  // The same message is still given.
  for (Node string : guard.descendants(NodeKind::kString)) {
    const absl::string_view text = python::Module::StringContent(string);
    if (text.size() >= kMinMessage && inquiry.IsTextAfter(text)) return false;
  }
  return true;
}

void AskAboutChecks(Inquiry& inquiry, const FunctionPair& pair) {
  int tried = 0;
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kIfStatement}) {
    for (Node statement : pair.before->body.descendants(kind)) {
      const Node condition = python::WithoutParentheses(GuardOf(statement));
      if (!condition || condition.Is(NodeKind::kFalse)) continue;
      if (inquiry.change().moves().WhereTo(statement) || ++tried > 20) continue;
      if (!IsCheckMissed(inquiry, pair, statement, condition)) continue;
      inquiry.AskBefore(
          *pair.module_before, statement,
          {.kind = "check-is-gone",
           .about = CodeOf(condition),
           .weight = 64,
           .text = Sentence(phrases::kAskGoneCheck,
                            {{"function", pair.after->name}, {"condition", CodeOf(condition)}})});
    }
  }
}

bool IsWait(absl::string_view callee) {
  return callee == "barrier" || callee == "synchronize" || callee == "wait_stream" ||
         callee == "wait_event" || callee == "record_stream" || callee == "wait";
}

// By what is written, the calls that make one thing wait for another.
std::map<std::string, std::vector<Node>> WaitsOf(Node body) {
  std::map<std::string, std::vector<Node>> waits;
  for (Node call : body.descendants(NodeKind::kCall)) {
    if (IsWait(CalleeName(call))) waits[std::string(CalleeName(call))].push_back(call);
  }
  return waits;
}

void AskAboutWaits(Inquiry& inquiry, const FunctionPair& pair) {
  const auto before = WaitsOf(pair.before->body);
  if (before.empty()) return;
  const auto after = WaitsOf(pair.after->body);
  for (const auto& [callee, calls] : before) {
    const auto kept = after.find(callee);
    if (kept != after.end() && kept->second.size() >= calls.size()) continue;
    for (Node call : calls) {
      if (inquiry.change().moves().WhereTo(call)) continue;
      // What it waits for is not there any more either.
      if (absl::StrContains(pair.after->body.text(), callee) && kept == after.end()) continue;
      const Node object = call.child(Field::kFunction).child(Field::kObject);
      if (object.Is(NodeKind::kIdentifier) && object.text() != "dist" &&
          !Mentions(pair.after->body, object.text())) {
        continue;
      }
      inquiry.AskBefore(*pair.module_before, call,
                        {.kind = "wait-is-gone",
                         .about = CodeOf(call),
                         .weight = 70,
                         .text = Sentence(phrases::kAskGoneWait, {{"function", pair.after->name},
                                                                  {"code", CodeOf(call)}})});
    }
  }
}

bool HasNoGrad(const Definition& function) {
  const auto says = [](Node node) {
    return absl::StrContains(node.text(), "no_grad") ||
           absl::StrContains(node.text(), "inference_mode");
  };
  return std::any_of(function.decorators.begin(), function.decorators.end(), says) ||
         says(function.body);
}

void AskAboutGradients(Inquiry& inquiry, const FunctionPair& pair) {
  if (HasNoGrad(*pair.before) && !HasNoGrad(*pair.after)) {
    // What it ran over is still computed here.
    for (Node statement : pair.before->body.named_children()) {
      if (!statement.Is(NodeKind::kExpressionStatement) && !statement.Is(NodeKind::kForStatement)) {
        continue;
      }
      if (!inquiry.change().moves().WhereTo(statement)) continue;
      inquiry.Ask(*pair.file, pair.after->node.child(Field::kName),
                  {.kind = "gradients-recorded-now",
                   .about = "no_grad",
                   .weight = 69,
                   .text = Sentence(phrases::kAskNoGrad, {{"function", pair.after->name}})});
      return;
    }
  }
  for (Node call : pair.before->body.descendants(NodeKind::kCall)) {
    if (CalleeName(call) != "detach") continue;
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    const bool is_name = object.Is(NodeKind::kIdentifier) || object.Is(NodeKind::kAttribute);
    if (!is_name || inquiry.change().moves().WhereTo(call)) continue;
    const absl::string_view after = pair.after->body.text();
    if (absl::StrContains(after, ".detach()") || HasNoGrad(*pair.after)) continue;
    if (!absl::StrContains(after, object.text())) continue;
    inquiry.AskBefore(*pair.module_before, call,
                      {.kind = "graph-kept-now",
                       .about = CodeOf(object),
                       .weight = 67,
                       .text = Sentence(phrases::kAskDetach, {{"function", pair.after->name},
                                                              {"name", CodeOf(object)}})});
    return;
  }
}

}  // namespace

void AskAboutWhatIsGone(Inquiry& inquiry) {
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutChecks(inquiry, pair);
    AskAboutWaits(inquiry, pair);
    AskAboutGradients(inquiry, pair);
  }
}

}  // namespace allreview::analysis
