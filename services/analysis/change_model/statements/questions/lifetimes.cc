// Objects that are kept before they work, and those that nobody closes.

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 40;  // Of one function.
constexpr int kNear = 4;       // Statements after an assignment that may still be its start.

bool IsStart(absl::string_view method) {
  static constexpr absl::string_view kNames[] = {
      "start",   "connect", "open",  "launch", "initialize",       "init", "setup",
      "prepare", "load",    "login", "listen", "wait_until_ready", "bind", "handshake"};
  return IsAmong(method, kNames);
}

// The call in `x.start(...)`, with `await` or what it is bound to; null: the statement is another.
Node StartOf(Node statement, absl::string_view object) {
  for (Node call : statement.descendants(NodeKind::kCall)) {
    const Node function = call.child(Field::kFunction);
    if (function.child(Field::kObject).text() == object && IsStart(CalleeName(call))) return call;
  }
  return Node();
}

// A question in the class whether there is one already: `self.x is None`, `not self.x`.
Node QuestionFor(const python::Module& module, const Definition& a_class, absl::string_view name,
                 Node except) {
  int tried = 0;
  for (Node identifier : module.identifiers().Of({name})) {
    const Node attribute = identifier.parent();
    if (SelfAttribute(attribute) != name || !a_class.node.Contains(attribute)) continue;
    if (except.Contains(attribute) || ++tried > kMaxTried) continue;
    const Node parent = attribute.parent();
    const bool is_none =
        parent.Is(NodeKind::kComparisonOperator) && absl::StrContains(parent.text(), "None");
    const bool is_truth =
        parent.Is(NodeKind::kNotOperator) || (attribute.field() == Field::kCondition);
    if (is_none || is_truth) return attribute;
  }
  return Node();
}

bool IsTried(Node node) {
  for (Node at = node; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    if (at.Is(NodeKind::kTryStatement)) return true;
  }
  return false;
}

// `self.x = Server(); self.x.start()`: when the start fails, `self.x is None` is false for good.
void AskAboutEarlyKeeping(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  const Definition* a_class = module.EnclosingClass(touched.function->node);
  if (a_class == nullptr || touched.function->simple_name == "__init__") return;
  int tried = 0;
  for (Node assignment : touched.function->body.descendants(NodeKind::kAssignment)) {
    const absl::string_view name = SelfAttribute(assignment.child(Field::kLeft));
    if (name.empty() || !assignment.child(Field::kRight).Is(NodeKind::kCall)) continue;
    if (++tried > kMaxTried || IsTried(assignment)) continue;
    Node start;
    Node next = python::StatementOf(assignment).next_sibling();
    for (int i = 0; i < kNear && next && !start; ++i, next = next.next_sibling()) {
      start = StartOf(next, assignment.child(Field::kLeft).text());
    }
    if (!start ||
        (!inquiry.IsNew(*touched.file, assignment) && !inquiry.IsNew(*touched.file, start))) {
      continue;
    }
    const Node asked = QuestionFor(module, *a_class, name, assignment);
    if (!asked) continue;
    inquiry.Ask(
        *touched.file, assignment,
        {.kind = "kept-before-it-works",
         .about = std::string(name),
         .weight = 84,
         .text = Sentence(phrases::kAskEarlyKeeping, {{"function", touched.function->name},
                                                      {"name", absl::StrCat("self.", name)},
                                                      {"start", CodeOf(start)},
                                                      {"place", PlaceOf(module, module, asked)}}),
         .also = {rules::RangeOf(module, asked)}});
    return;
  }
}

bool IsCloser(absl::string_view method) {
  static constexpr absl::string_view kNames[] = {"close",   "aclose",   "shutdown",  "destroy",
                                                 "cleanup", "teardown", "terminate", "disconnect"};
  return IsAmong(method, kNames);
}

// The method of such objects that lets go of what they hold; empty: nothing is known.
std::string CloserOf(const Inquiry& inquiry, const python::Module& module, Node constructor) {
  static constexpr absl::string_view kClients[] = {"httpx.AsyncClient", "httpx.Client",
                                                   "aiohttp.ClientSession"};
  static constexpr absl::string_view kPools[] = {"concurrent.futures.ThreadPoolExecutor",
                                                 "concurrent.futures.ProcessPoolExecutor"};
  const std::string name = module.Resolve(constructor.child(Field::kFunction));
  if (name.empty()) return "";
  if (IsAmong(name, kClients)) return name == "httpx.AsyncClient" ? "aclose" : "close";
  if (IsAmong(name, kPools)) return "shutdown";
  repository::Project& project = inquiry.change().project();
  for (absl::string_view closer : {"close", "aclose", "shutdown", "destroy", "disconnect"}) {
    if (project.FindMethod(name, closer)) return std::string(closer);
  }
  return "";
}

// It is handed on, kept or closed: others care for it.
bool IsCaredFor(const Definition& function, Node assignment, absl::string_view name) {
  for (Node identifier : function.body.descendants(NodeKind::kIdentifier)) {
    if (identifier.text() != name || assignment.Contains(identifier)) continue;
    const Node parent = identifier.parent();
    const bool is_read = parent.Is(NodeKind::kAttribute) && identifier.field() == Field::kObject;
    if (!is_read) return true;
    const absl::string_view method = parent.child(Field::kAttribute).text();
    if (IsCloser(method) || method == "stop" || method == "kill" || method == "__exit__")
      return true;
    if (!parent.parent().Is(NodeKind::kCall)) return true;
  }
  return false;
}

// `client = Client()` that the function alone knows, and never closes.
void AskAboutLocals(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  int tried = 0;
  for (Node assignment : touched.function->body.descendants(NodeKind::kAssignment)) {
    const Node left = assignment.child(Field::kLeft), right = assignment.child(Field::kRight);
    if (!left.Is(NodeKind::kIdentifier) || !right.Is(NodeKind::kCall)) continue;
    if (!inquiry.IsNew(*touched.file, assignment) || ++tried > kMaxTried) continue;
    if (module.EnclosingFunction(assignment) != touched.function) continue;
    const std::string closer = CloserOf(inquiry, module, right);
    if (closer.empty() || IsCaredFor(*touched.function, assignment, left.text())) continue;
    inquiry.Ask(*touched.file, assignment,
                {.kind = "never-closed",
                 .about = std::string(left.text()),
                 .weight = 74,
                 .text = Sentence(phrases::kAskNeverClosed,
                                  {{"function", touched.function->name},
                                   {"class", CodeOf(right.child(Field::kFunction))},
                                   {"name", std::string(left.text())},
                                   {"closer", closer}})});
    return;
  }
}

// The method of the class that closes what it holds. Null: it has none.
const Definition* ClosingMethod(const python::Module& module, const Definition& a_class) {
  const int number = static_cast<int>(&a_class - module.definitions().data());
  for (const Definition& method : module.definitions()) {
    if (method.parent == number && IsCloser(method.simple_name)) return &method;
  }
  return nullptr;
}

// `self.client = Client()` in a class whose own close() leaves it open.
void AskAboutAttributes(Inquiry& inquiry, const TouchedFunction& touched) {
  const python::Module& module = *touched.file->after;
  const Definition* a_class = module.EnclosingClass(touched.function->node);
  const Definition* closing = a_class == nullptr ? nullptr : ClosingMethod(module, *a_class);
  if (closing == nullptr) return;
  int tried = 0;
  for (Node assignment : touched.function->body.descendants(NodeKind::kAssignment)) {
    const absl::string_view name = SelfAttribute(assignment.child(Field::kLeft));
    const Node right = assignment.child(Field::kRight);
    if (name.empty() || !right.Is(NodeKind::kCall)) continue;
    if (!inquiry.IsNew(*touched.file, assignment) || ++tried > kMaxTried) continue;
    const std::string closer = CloserOf(inquiry, module, right);
    if (closer.empty()) continue;
    // Somebody closes it, wherever.
    bool is_closed = Mentions(closing->body, name);
    for (Node call : module.CallsOf({closer})) {
      is_closed = is_closed || Mentions(call.child(Field::kFunction), name);
    }
    if (is_closed) continue;
    inquiry.Ask(*touched.file, assignment,
                {.kind = "left-open-by-close",
                 .about = std::string(name),
                 .weight = 76,
                 .text = Sentence(phrases::kAskLeftOpen,
                                  {{"closing", closing->name},
                                   {"name", absl::StrCat("self.", name)},
                                   {"closer", closer},
                                   {"place", PlaceOf(module, module, closing->node)}}),
                 .also = {rules::RangeOf(module, closing->node.child(Field::kName))}});
    return;
  }
}

// A statement that changes `self`, the caller's object.
bool ChangesSelf(Node statement) {
  for (NodeKind kind : {NodeKind::kAssignment, NodeKind::kAugmentedAssignment}) {
    for (Node assignment : statement.descendants(kind)) {
      if (!SelfAttribute(assignment.child(Field::kLeft)).empty()) return true;
    }
  }
  return false;
}

bool AsksOnlyParameters(const Definition& function, Node condition) {
  bool asks = false;
  for (Node identifier : condition.descendants(NodeKind::kIdentifier)) {
    if (identifier.field() == Field::kAttribute) continue;
    if (identifier.text() == "self") return false;
    for (const python::Parameter& parameter : function.parameters) {
      asks = asks || parameter.name == identifier.text();
    }
  }
  return asks;
}

// A method that refuses its arguments after it has changed its object.
void AskAboutLateRefusals(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& function = *touched.function;
  if (function.kind != Definition::Kind::kMethod || IsSetupName(function.simple_name)) return;
  Node changed;
  for (Node statement : function.body.named_children()) {
    const Node condition = GuardOf(statement);
    if (!condition) {
      if (!changed && statement.Is(NodeKind::kExpressionStatement) && ChangesSelf(statement)) {
        changed = statement;
      }
      continue;
    }
    if (!changed || !AsksOnlyParameters(function, condition)) continue;
    if (!inquiry.IsNew(*touched.file, statement) && !inquiry.IsNew(*touched.file, changed))
      continue;
    inquiry.Ask(*touched.file, condition,
                {.kind = "refused-after-change",
                 .about = CodeOf(condition),
                 .weight = 65,
                 .text = Sentence(
                     phrases::kAskLateRefusal,
                     {{"function", function.name},
                      {"condition", CodeOf(condition)},
                      {"code", CodeOf(changed)},
                      {"place", PlaceOf(*touched.file->after, *touched.file->after, changed)}}),
                 .also = {rules::RangeOf(*touched.file->after, changed)}});
    return;
  }
}

}  // namespace

void AskAboutLifetimes(Inquiry& inquiry) {
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutEarlyKeeping(inquiry, touched);
    AskAboutLocals(inquiry, touched);
    AskAboutAttributes(inquiry, touched);
    AskAboutLateRefusals(inquiry, touched);
  }
}

}  // namespace allreview::analysis
