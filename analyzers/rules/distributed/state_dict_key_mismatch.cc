// load_state_dict reads a key that state_dict does not write.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/distributed/state_dict_keys.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kWrittenKeys("written-keys", "the keys that are written", "写入的 key");
constexpr Phrase kWritesOther("writes-other", "now writes \"{key}\" instead, which nothing reads",
                              "现在写入的是 \"{key}\"，而没有代码读取它");
constexpr Phrase kNeverWrites("never-writes", "never writes it", "从未写入它");
constexpr Phrase kPhrases[] = {kWrittenKeys, kWritesOther, kNeverWrites};

constexpr size_t kMaxKeysNamed = 6;

std::string NamesOf(const std::map<std::string, Node>& keys) {
  std::vector<std::string> names;
  for (const auto& [key, place] : keys) names.push_back(absl::StrCat("\"", key, "\""));
  if (names.size() > kMaxKeysNamed) {
    names.resize(kMaxKeysNamed);
    names.push_back("...");
  }
  return absl::StrJoin(names, ", ");
}

absl::string_view NameOf(Node function) { return function.child(Field::kName).text(); }

// The same class before the change. `is_certain` false: there was none, or it cannot be told.
StateKeys KeysBefore(const FileContext& file, const Definition& a_class,
                     const StateMethods& methods) {
  if (file.before() == nullptr) return {};
  const Definition* before = file.before()->FindDefinition(a_class.name);
  if (before == nullptr || before->kind != Definition::Kind::kClass) return {};
  return KeysOf(*file.before(), *before, methods);
}

void Report(FileContext& file, const StateKeys& keys, const std::string& key, Node read,
            Words fault) {
  const Module& module = file.module();
  Observation observation{
      .at = read,
      .params = {{"reader", std::string(NameOf(keys.reader))},
                 {"writer", std::string(NameOf(keys.writer))},
                 {"key", key},
                 {"fault", std::move(fault)},
                 {"keys", NamesOf(keys.written)}},
      .because = file.IsChanged(read) ? read : keys.writer,
      .related = {{kWrittenKeys, RangeOf(module, keys.writer.child(Field::kName))}}};
  file.Report(std::move(observation));
}

// A key that is read only if it is there was renamed on the writing side alone: the new name is
// read nowhere.
void CheckRenamed(FileContext& file, const StateKeys& before, const StateKeys& after) {
  std::vector<std::string> added;
  for (const auto& [key, place] : after.written) {
    if (!before.written.count(key) && !after.Reads(key)) added.push_back(key);
  }
  if (added.size() != 1) return;
  for (const auto& [key, place] : after.optional) {
    if (!before.written.count(key) || after.written.count(key) || !before.Reads(key)) continue;
    Report(file, after, key, place, Sentence(kWritesOther, {{"key", added[0]}}));
  }
}

void CheckPair(FileContext& file, const Definition& a_class, const StateMethods& methods) {
  const StateKeys keys = KeysOf(file.module(), a_class, methods);
  if (!keys.is_certain) return;
  const StateKeys before = KeysBefore(file, a_class, methods);
  for (const auto& [key, read] : keys.required) {
    if (keys.written.count(key)) continue;
    // Old checkpoints had it, and the change is not about it.
    if (before.is_certain && before.required.count(key) && !before.written.count(key)) continue;
    Report(file, keys, key, read, kNeverWrites);
  }
  if (before.is_certain) CheckRenamed(file, before, keys);
}

void Check(FileContext& file, Node node) {
  const Definition* a_class = DefinitionOf(file.module(), node);
  if (a_class == nullptr) return;
  CheckPair(file, *a_class, kStateDict);
  CheckPair(file, *a_class, kPickledState);
}

}  // namespace

extern constinit const Rule kStateDictKeyMismatch = {
    .info =
        {.id = "state-dict-key-mismatch",
         .title = {"State read under a key that is never written", "读取的状态 key 从未被写入"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"`{reader}` reads \"{key}\", but `{writer}` {fault}",
                     "`{reader}` 读取 \"{key}\"，但 `{writer}` {fault}"},
         .consequence = {"Loading a checkpoint fails or silently starts from the initial value, "
                         "which appears only when a run resumes",
                         "加载 checkpoint 会失败，或者悄悄从初始值开始，只有恢复训练时才会暴露"},
         .advice = {"Write \"{key}\" in `{writer}`, or read one of the keys that it writes: {keys}",
                    "在 `{writer}` 中写入 \"{key}\"，或者改读它写入的某个 key：{keys}"},
         .phrases = kPhrases,
         .why =
             "Saving and loading are two functions that must agree on key names, and no compiler "
             "compares them. A key renamed on one side is noticed only at the first restart.",
         .fix = "Use the same key on both sides; keep reading old names with `in` or `.get`.",
         .bad = R"py(
class Scaler:
    def state_dict(self):
        return {"scale": self.scale, "steps": self.steps}

    def load_state_dict(self, state):
        self.scale = state["loss_scale"]
        self.steps = state["steps"]
)py",
         .good = R"py(
class Scaler:
    def state_dict(self):
        return {"loss_scale": self.scale, "steps": self.steps}

    def load_state_dict(self, state):
        self.scale = state["loss_scale"]
        self.steps = state["steps"]
)py",
         .references = {"Megatron-LM review guide: checkpoint keys"}},
    .kinds = {NodeKind::kClassDefinition},
    .names = "__setstate__ load_state_dict",
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
