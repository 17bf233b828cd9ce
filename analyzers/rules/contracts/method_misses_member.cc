// def backward_dw(self): self.a.backward_dw(); self.b.backward_dw(): self.c has one, too.

#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;
using repository::Found;
using Names = std::set<absl::string_view>;

constexpr Phrase kHasItHere("member-has-it", "the method of `{member}`", "`{member}` 的方法");
constexpr Phrase kPhrases[] = {kHasItHere};

constexpr size_t kMinMembers = 2;

// What every member gets in its turn. What others do at times of their own is not among them.
bool IsPassedOn(absl::string_view method) {
  return absl::StrContains(method, "backward") || absl::StartsWith(method, "reset") ||
         absl::StartsWith(method, "init_weights") || absl::StartsWith(method, "set_") ||
         absl::StartsWith(method, "zero_") || absl::StartsWith(method, "offload") ||
         absl::StartsWith(method, "reload") || absl::StartsWith(method, "clear");
}

// "a" of `self.a`. Empty: another expression.
absl::string_view MemberOf(Node expression) {
  const bool is_member =
      expression.Is(NodeKind::kAttribute) && expression.child(Field::kObject).text() == "self";
  return is_member ? expression.child(Field::kAttribute).text() : "";
}

// Members of self whose method of the same name the method calls.
Names MembersCalled(const Definition& method) {
  Names members;
  ForEachOwnNode(method.body, NodeKind::kCall, [&](Node call) {
    const Node function = call.child(Field::kFunction);
    if (CalleeName(call) != method.simple_name || !function.Is(NodeKind::kAttribute)) return;
    if (const absl::string_view member = MemberOf(function.child(Field::kObject)); !member.empty())
      members.insert(member);
  });
  return members;
}

// The method goes over members by itself, or leaves the rest to its base.
bool GoesOverMembers(const Definition& method) {
  return AnyOwnNode(method.body, NodeKind::kCall, [](Node call) {
    return IsOneOf(CalleeName(call), {"modules", "children", "named_modules", "named_children",
                                      "super", "getattr", "vars", "hasattr"});
  });
}

// Members that the constructor makes by a call of a class.
Names MembersMade(const Module& module, const Definition& a_class) {
  Names members;
  const Definition* init = module.FindDefinition(absl::StrCat(a_class.name, ".__init__"));
  if (init == nullptr) return members;
  ForEachOwnNode(init->body, NodeKind::kAssignment, [&](Node assignment) {
    const absl::string_view member = MemberOf(assignment.child(Field::kLeft));
    if (!member.empty() && assignment.child(Field::kRight).Is(NodeKind::kCall)) {
      members.insert(member);
    }
  });
  return members;
}

// The method of the only class that the member may be of. None: unknown, or it has no such method.
Found MethodOfMember(FileContext& file, const Definition& a_class, absl::string_view member,
                     absl::string_view method) {
  const std::vector<std::string> classes =
      file.project().ClassesOfAttribute(file.AbsoluteName(a_class), member);
  return classes.size() == 1 ? file.project().FindMethod(classes[0], method) : Found();
}

// The method, or another one of the class, takes care of the member.
bool IsReached(const Definition& a_class, const Definition& method, const Names& called,
               absl::string_view member) {
  return called.count(member) > 0 || MentionsName(method.node.text(), member) ||
         absl::StrContains(a_class.node.text(), absl::StrCat(member, ".", method.simple_name));
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* method = DefinitionOf(module, node);
  if (method == nullptr || !IsPassedOn(method->simple_name)) return;
  const Definition* a_class = module.EnclosingClass(node);
  const Names called = MembersCalled(*method);
  if (a_class == nullptr || called.size() < kMinMembers || GoesOverMembers(*method)) return;
  std::vector<std::string> missed;
  Found found;
  for (absl::string_view member : MembersMade(module, *a_class)) {
    if (IsReached(*a_class, *method, called, member)) continue;
    const Found own = MethodOfMember(file, *a_class, member, method->simple_name);
    if (!own) continue;
    missed.push_back(absl::StrCat("self.", member));
    found = own;
  }
  if (missed.empty()) return;
  const std::string members = absl::StrJoin(missed, "`, `");
  file.Report({.at = node.child(Field::kName),
               .params = {{"method", std::string(method->simple_name)},
                          {"members", members},
                          {"first", missed[0]},
                          {"found", found.name},
                          {"count", absl::StrCat(called.size())}},
               .because = a_class->node,
               .related = {{Sentence(kHasItHere, {{"member", missed.back()}}),
                            RangeOf(found.path, found.definition->place)}}});
}

}  // namespace

extern constinit const Rule kMethodMissesMember = {
    .info =
        {.id = "method-misses-member",
         .title = {"Method passed on to all members but one", "方法转发给了各成员，却漏了一个"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{method}` calls the `{method}` of {count} members, but not that of "
                     "`{members}` (`{found}`)",
                     "`{method}` 调用了 {count} 个成员的 `{method}`，却没有调用 `{members}` 的"
                     "（`{found}`）"},
         .consequence = {"`{members}` is left out: its delayed gradients, its state or its reset "
                         "never happen",
                         "`{members}` 被漏掉：它的延迟梯度、状态或重置都不会发生"},
         .advice = {"Call `{first}.{method}()` here, too", "这里也调用 `{first}.{method}()`"},
         .phrases = kPhrases,
         .why = "A method that does nothing but pass a step on must pass it on to every part that "
                "takes it. A part that was added later is easily forgotten.",
         .fix = "Pass the step on to every member.",
         .bad = R"py(
class Linear:
    def backward_dw(self):
        pass

class Layer:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.latent = Linear()

    def backward_dw(self):
        self.first.backward_dw()
        self.second.backward_dw()
)py",
         .good = R"py(
class Linear:
    def backward_dw(self):
        pass

class Layer:
    def __init__(self):
        self.first = Linear()
        self.second = Linear()
        self.latent = Linear()

    def backward_dw(self):
        self.first.backward_dw()
        self.second.backward_dw()
        self.latent.backward_dw()
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
