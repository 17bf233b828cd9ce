// start() and stop() both set self.is_on = True: the second one was copied from the first.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "analyzers/rules/logic/expressions.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/variables.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kSetThere("set-there", "set to the same value here", "在这里设为相同的值");
constexpr Phrase kPhrases[] = {kSetThere};

struct Opposites {
  absl::string_view undo, first;
};
constexpr Opposites kOpposites[] = {{"stop", "start"},
                                    {"end", "start"},
                                    {"finish", "start"},
                                    {"disable", "enable"},
                                    {"end", "begin"},
                                    {"close", "open"},
                                    {"off", "on"},
                                    {"resume", "pause"},
                                    {"deactivate", "activate"},
                                    {"unfreeze", "freeze"},
                                    {"unlock", "lock"},
                                    {"unmute", "mute"},
                                    {"release", "acquire"},
                                    {"detach", "attach"},
                                    {"disconnect", "connect"},
                                    {"__exit__", "__enter__"},
                                    {"hide", "show"},
                                    {"unset", "set"}};

// "start_profiling" for "stop_profiling". Null: there is no such function beside it.
const Definition* TwinOf(const Module& module, const Definition& function) {
  std::vector<absl::string_view> words = {function.simple_name};
  if (!absl::StartsWith(function.simple_name, "__")) {
    words = absl::StrSplit(function.simple_name, '_');
  }
  const std::string scope =
      function.name.substr(0, function.name.size() - function.simple_name.size());
  for (absl::string_view& word : words) {
    for (const Opposites& pair : kOpposites) {
      if (word != pair.undo) continue;
      const absl::string_view undo = std::exchange(word, pair.first);
      const Definition* twin =
          module.FindDefinition(absl::StrCat(scope, absl::StrJoin(words, "_")));
      if (twin != nullptr && twin->node.Is(NodeKind::kFunctionDefinition)) return twin;
      word = undo;
    }
  }
  return nullptr;
}

bool IsGlobalIn(const Definition& function, absl::string_view name) {
  return AnyOwnNode(function.body, NodeKind::kGlobalStatement,
                    [&](Node statement) { return MentionsName(statement.text(), name); });
}

// Assignments of True and False to attributes and globals that always run.
std::vector<Node> FlagsOf(const Definition& function) {
  std::vector<Node> flags;
  for (Node statement : function.body.named_children()) {
    const Node assignment = statement.named_child(0);
    if (!statement.Is(NodeKind::kExpressionStatement) || !assignment.Is(NodeKind::kAssignment)) {
      continue;
    }
    const Node left = assignment.child(Field::kLeft), value = assignment.child(Field::kRight);
    if (!value.Is(NodeKind::kTrue) && !value.Is(NodeKind::kFalse)) continue;
    const bool is_kept = left.Is(NodeKind::kAttribute)
                             ? logic::IsDottedName(left)
                             : left.Is(NodeKind::kIdentifier) && IsGlobalIn(function, left.text());
    if (is_kept) flags.push_back(assignment);
  }
  return flags;
}

Node FlagIn(const std::vector<Node>& flags, Node left) {
  for (Node flag : flags) {
    if (logic::IsSameCode(flag.child(Field::kLeft), left)) return flag;
  }
  return Node();
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  const Definition* function = DefinitionOf(module, node);
  if (function == nullptr) return;
  const Definition* twin = TwinOf(module, *function);
  if (twin == nullptr) return;
  const std::vector<Node> flags = FlagsOf(*function), others = FlagsOf(*twin);
  Node same, other;
  for (Node flag : flags) {
    const Node there = FlagIn(others, flag.child(Field::kLeft));
    if (!there) continue;
    // Another flag tells the two apart.
    if (!logic::IsSameCode(flag.child(Field::kRight), there.child(Field::kRight))) return;
    if (!same) same = flag, other = there;
  }
  if (!same) return;
  file.Report(
      {.at = same,
       .params = {{"statement", OneLine(same)},
                  {"function", std::string(function->simple_name)},
                  {"twin", std::string(twin->simple_name)},
                  {"opposite", same.child(Field::kRight).Is(NodeKind::kTrue) ? "False" : "True"}},
       .related = {{kSetThere, RangeOf(module, other)}},
       .edits = {Replace(module, same.child(Field::kRight),
                         same.child(Field::kRight).Is(NodeKind::kTrue) ? "False" : "True")}});
}

}  // namespace

extern constinit const Rule kUndoSetsTheSameFlag = {
    .info = {.id = "undo-sets-the-same-flag",
             .title = {"Two opposite functions set a flag to the same value",
                       "两个相反的函数把标志设成了相同的值"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"`{function}` sets `{statement}`, as `{twin}` does",
                         "`{function}` 设置了 `{statement}`，与 `{twin}` 相同"},
             .consequence = {"What `{twin}` switches stays switched: `{function}` has no effect",
                             "`{twin}` 切换的状态不会恢复：`{function}` 不起作用"},
             .advice = {"Set it to {opposite}", "把它设为 {opposite}"},
             .phrases = kPhrases,
             .why = "One function of such a pair undoes what the other one does. A flag that both "
                    "set to the same value was copied from one to the other.",
             .fix = "Set the opposite value in one of the two.",
             .bad = R"py(
class Profiler:
    def start(self):
        self.is_on = True

    def stop(self):
        self.is_on = True
)py",
             .good = R"py(
class Profiler:
    def start(self):
        self.is_on = True

    def stop(self):
        self.is_on = False
)py"},
    .kinds = {NodeKind::kFunctionDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
