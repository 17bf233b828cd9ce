// Programs that are started, and errors that are caught beside where they are not.

#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 40;  // Of one function.

// `subprocess.run(...)` and `subprocess.call(...)` by which a failing program goes unnoticed.
bool IsLenientRun(const python::Module& module, Node call) {
  const bool is_run = module.Calls(call, "subprocess.run");
  if (!is_run && !module.Calls(call, "subprocess.call")) return false;
  const python::Arguments arguments = python::ArgumentsOf(call);
  return !arguments.has_double_star && !python::KeywordArgument(call, "check");
}

// The function reads how the program ended.
bool IsEndRead(const Definition& function, Node call) {
  const Node parent = call.parent();
  if (parent.Is(NodeKind::kExpressionStatement)) return false;
  if (!parent.Is(NodeKind::kAssignment)) return true;
  const absl::string_view text = function.body.text();
  if (absl::StrContains(text, "returncode")) return true;
  // Whoever gets the whole result may ask.
  const absl::string_view name = parent.child(Field::kLeft).text();
  for (Node identifier : function.body.descendants(NodeKind::kIdentifier)) {
    if (identifier.text() != name || parent.Contains(identifier)) continue;
    const bool reads_part =
        identifier.parent().Is(NodeKind::kAttribute) && identifier.field() == Field::kObject;
    if (!reads_part) return true;
  }
  return CalleeName(call) == "call";
}

// The name of the program, when the command is a list that begins with one.
absl::string_view ProgramOf(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (arguments.positional.empty()) return "";
  const Node command = arguments.positional[0];
  return command.Is(NodeKind::kList) ? python::Module::StringContent(command.named_child(0)) : "";
}

void AskAboutRuns(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  int tried = 0;
  for (Node call : touched.function->body.descendants(NodeKind::kCall)) {
    const absl::string_view callee = CalleeName(call);
    static constexpr absl::string_view kStarts[] = {"run", "call", "Popen", "check_call",
                                                    "check_output"};
    if (!IsAmong(callee, kStarts) || !inquiry.IsNew(*touched.file, call)) continue;
    if (++tried > kMaxTried) return;
    if (!absl::StartsWith(module.Resolve(call.child(Field::kFunction)), "subprocess.")) continue;
    const absl::string_view program = ProgramOf(call);
    static constexpr absl::string_view kByName[] = {"pip", "pip3", "python", "python3"};
    if (IsAmong(program, kByName)) {
      inquiry.Ask(
          *touched.file, call,
          {.kind = "interpreter-by-name",
           .about = std::string(program),
           .weight = 62,
           .text = Sentence(phrases::kAskInterpreter, {{"function", touched.function->name},
                                                       {"program", std::string(program)}})});
    }
    if (!IsLenientRun(module, call) || IsEndRead(*touched.function, call)) continue;
    inquiry.Ask(*touched.file, call,
                {.kind = "exit-code-ignored",
                 .about = std::string(program),
                 .weight = 71,
                 .text = Sentence(phrases::kAskExitCode,
                                  {{"function", touched.function->name}, {"code", CodeOf(call)}})});
  }
}

// `bool(config.get("x"))`: the text "false" is true.
void AskAboutTruthOfTexts(Inquiry& inquiry, const TouchedFunction& touched) {
  for (Node call : touched.function->body.descendants(NodeKind::kCall)) {
    if (call.child(Field::kFunction).text() != "bool" || !inquiry.IsNew(*touched.file, call)) {
      continue;
    }
    const python::Arguments arguments = python::ArgumentsOf(call);
    if (arguments.positional.size() != 1) continue;
    Node value = arguments.positional[0];
    if (value.Is(NodeKind::kBooleanOperator)) value = value.child(Field::kLeft);
    const Node source = value.child(Field::kFunction).child(Field::kObject);
    const absl::string_view name = source.text();
    const bool is_configuration = absl::StrContains(name, "config") ||
                                  absl::StrContains(name, "cfg") || absl::StrContains(name, "yaml");
    if (!value.Is(NodeKind::kCall) || CalleeName(value) != "get" || !is_configuration) continue;
    inquiry.Ask(*touched.file, call,
                {.kind = "truth-of-text",
                 .about = CodeOf(value),
                 .weight = 61,
                 .text = Sentence(phrases::kAskTruth, {{"code", CodeOf(call)}})});
    return;
  }
}

// The only handler does nothing but raise what it caught.
bool OnlyRaises(Node clause) {
  const Node block = clause.last_named_child();
  const Node only = block.named_child(0);
  return block.Is(NodeKind::kBlock) && block.named_child_count() == 1 &&
         only.Is(NodeKind::kRaiseStatement) && only.named_child_count() == 0;
}

void AskAboutVoidHandlers(Inquiry& inquiry, const TouchedFunction& touched) {
  for (Node clause : touched.function->body.descendants(NodeKind::kExceptClause)) {
    if (!OnlyRaises(clause) || !inquiry.IsNew(*touched.file, clause)) continue;
    Node next = clause.next_sibling();
    while (next && next.Is(NodeKind::kComment)) next = next.next_sibling();
    if (next.Is(NodeKind::kExceptClause)) continue;
    const Node caught = clause.named_child(0);
    inquiry.Ask(
        *touched.file, clause,
        {.kind = "handler-changes-nothing",
         .about = caught.Is(NodeKind::kBlock) ? "" : CodeOf(caught),
         .weight = 54,
         .text = Sentence(phrases::kAskVoidHandler, {{"function", touched.function->name}})});
    return;
  }
}

// The only call of a `try` that has a single statement, with handlers that swallow or translate.
Node OnlyCallOf(Node attempt) {
  const Node block = attempt.child(Field::kBody);
  if (block.named_child_count() != 1) return Node();
  Node statement = block.named_child(0);
  if (statement.Is(NodeKind::kExpressionStatement)) statement = statement.named_child(0);
  if (statement.Is(NodeKind::kAssignment)) statement = statement.child(Field::kRight);
  if (statement.Is(NodeKind::kReturnStatement)) statement = statement.named_child(0);
  return statement.Is(NodeKind::kCall) ? statement : Node();
}

bool IsInTry(Node node) {
  for (Node at = node; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    if (at.parent().Is(NodeKind::kTryStatement) || at.parent().Is(NodeKind::kExceptClause)) {
      return true;
    }
  }
  return false;
}

// The same function is called twice, once where its failure is caught.
void AskAboutUncaught(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  std::map<std::string, std::pair<Node, Node>> caught;  // The call and its handler, by callee.
  for (Node attempt : touched.function->body.descendants(NodeKind::kTryStatement)) {
    const Node call = OnlyCallOf(attempt), handler = attempt.child(NodeKind::kExceptClause);
    if (!call || !handler) continue;
    const Node function = call.child(Field::kFunction);
    if (IsPlainName(function))
      caught.emplace(std::string(function.text()), std::pair(call, handler));
    if (caught.size() == kMaxTried) break;
  }
  if (caught.empty()) return;
  for (Node call : touched.function->body.descendants(NodeKind::kCall)) {
    const auto other = caught.find(std::string(call.child(Field::kFunction).text()));
    if (other == caught.end() || other->second.first == call || IsInTry(call)) continue;
    if (module.EnclosingFunction(call) != touched.function) continue;
    const Node handler = other->second.second;
    if (!inquiry.IsNew(*touched.file, call) && !inquiry.IsNew(*touched.file, handler)) continue;
    const Node type = handler.named_child(0);
    if (type.Is(NodeKind::kBlock)) continue;
    inquiry.Ask(
        *touched.file, call,
        {.kind = "caught-only-beside",
         .about = other->first,
         .weight = 67,
         .text = Sentence(phrases::kAskUncaught, {{"callee", std::string(CalleeName(call))},
                                                  {"type", CodeOf(type)},
                                                  {"place", PlaceOf(module, module, handler)}}),
         .also = {rules::RangeOf(module, handler)}});
    return;
  }
}

}  // namespace

void AskAboutProcesses(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutRuns(inquiry, touched);
    AskAboutTruthOfTexts(inquiry, touched);
    AskAboutVoidHandlers(inquiry, touched);
    AskAboutUncaught(inquiry, touched);
  }
}

}  // namespace allreview::analysis
