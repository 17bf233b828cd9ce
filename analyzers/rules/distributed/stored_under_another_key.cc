// self.buckets[comm_dtype(p)], self.large[p.dtype] = p; later self.buckets[k], self.large[k]: not
// found where the two keys differ.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kOtherKey("other-key", "`{other}` has this key", "`{other}` 用的是这个键");
constexpr Phrase kReadTogether("read-together", "both are read under one key",
                               "二者在这里用同一个键读取");
constexpr Phrase kPhrases[] = {kOtherKey, kReadTogether};

constexpr size_t kMaxUses = 400;

// A look-up or store in a container that the object keeps: `self.buckets[key]`, `key in self.x`.
struct Use {
  absl::string_view container;
  Node key, at;
  bool is_store = false;
};

absl::string_view ContainerOf(Node expression) {
  const bool is_own =
      expression.Is(NodeKind::kAttribute) && expression.child(Field::kObject).text() == "self";
  return is_own ? expression.child(Field::kAttribute).text() : "";
}

std::vector<Use> UsesIn(const Definition& method) {
  std::vector<Use> uses;
  ForEachOwnNode(method.body, NodeKind::kSubscript, [&](Node subscript) {
    const absl::string_view container = ContainerOf(subscript.child(Field::kValue));
    if (container.empty() || uses.size() >= kMaxUses) return;
    const Node parent = subscript.parent();
    const bool is_store = parent.Is(NodeKind::kAssignment) && subscript.field() == Field::kLeft;
    uses.push_back({container, subscript.child(Field::kSubscript), subscript, is_store});
  });
  return uses;
}

// Containers that some method looks up under one and the same name: by pair, where.
using Pairs = std::map<std::pair<absl::string_view, absl::string_view>, Node>;
Pairs ReadTogether(const std::vector<Use>& uses) {
  std::map<absl::string_view, std::map<absl::string_view, Node>> by_key;
  for (const Use& use : uses) {
    if (use.key.Is(NodeKind::kIdentifier) && !use.is_store) {
      by_key[use.key.text()].emplace(use.container, use.at);
    }
  }
  Pairs pairs;
  for (const auto& [key, containers] : by_key) {
    for (const auto& [a, at] : containers) {
      for (const auto& [b, other] : containers) {
        if (a != b) pairs.emplace(std::pair(a, b), at);
      }
    }
  }
  return pairs;
}

// `p` of `p.dtype`. Null: another key.
Node OwnerOf(Node key) {
  const Node owner = key.Is(NodeKind::kAttribute) ? key.child(Field::kObject) : Node();
  return owner.Is(NodeKind::kIdentifier) && owner.text() != "self" ? owner : Node();
}

// `f(p)`: a key that a function makes of the object alone.
bool IsMadeOf(Node key, absl::string_view owner) {
  if (!key.Is(NodeKind::kCall)) return false;
  const python::Arguments arguments = python::ArgumentsOf(key);
  return arguments.positional.size() == 1 && arguments.keywords.empty() &&
         arguments.positional[0].text() == owner;
}

void CheckMethod(FileContext& file, const std::vector<Use>& uses, const Pairs& together) {
  const Module& module = file.module();
  std::set<absl::string_view> said;
  for (const Use& stored : uses) {
    const Node owner = stored.is_store ? OwnerOf(module.Dereference(stored.key)) : Node();
    if (!owner) continue;
    for (const Use& other : uses) {
      const auto pair = together.find({stored.container, other.container});
      const Node key = module.Dereference(other.key);
      if (pair == together.end() || !IsMadeOf(key, owner.text())) continue;
      if (!said.insert(stored.container).second) continue;
      file.Report({.at = stored.at,
                   .params = {{"container", std::string(stored.container)},
                              {"key", OneLine(stored.key)},
                              {"other", std::string(other.container)},
                              {"other_key", OneLine(key)},
                              {"line", absl::StrCat(pair->second.first_line())}},
                   .related = {{Sentence(kOtherKey, {{"other", other.container}}),
                                RangeOf(module, other.at)},
                               {kReadTogether, RangeOf(module, pair->second)}}});
    }
  }
}

void Check(FileContext& file, Node node) {
  const Module& module = file.module();
  std::vector<std::vector<Use>> methods;
  Pairs together;
  for (const Definition& method : module.definitions()) {
    if (method.kind != Definition::Kind::kMethod) continue;
    const Definition* a_class = module.EnclosingClass(method.node);
    if (a_class == nullptr || a_class->node != node) continue;
    methods.push_back(UsesIn(method));
    for (const auto& [pair, at] : ReadTogether(methods.back())) together.emplace(pair, at);
  }
  if (together.empty()) return;
  for (const std::vector<Use>& uses : methods) CheckMethod(file, uses, together);
}

}  // namespace

extern constinit const Rule kStoredUnderAnotherKey = {
    .info =
        {.id = "stored-under-another-key",
         .title = {"Entry stored under another key than the one it is read by",
                   "存入时的键与读取时的键不同"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{container}` is filled under `{key}`, but line {line} reads it by the keys "
                     "of `{other}`, which are `{other_key}`",
                     "`{container}` 以 `{key}` 为键存入，但第 {line} 行按 `{other}` "
                     "的键（`{other_key}`）读取"},
         .consequence =
             {"Where the two differ, the entry is never found, and what it stands for is "
              "silently left out",
              "两者不同时永远找不到该条目，它所代表的内容会被悄悄漏掉"},
         .advice = {"Store it under `{other_key}`", "以 `{other_key}` 为键存入"},
         .phrases = kPhrases,
         .why = "Containers that are read side by side under one key must be filled under that "
                "key. A field of the object is often equal to what a function makes of it, until a "
                "setting tells them apart.",
         .fix = "Use one key for both.",
         .bad = R"py(
class Reducer:
    def add(self, p):
        self.buckets[self.comm_dtype(p)].append(p)
        self.large[p.dtype] = p

    def reduce(self):
        for key in list(self.buckets):
            yield self.buckets[key], self.large[key]
)py",
         .good = R"py(
class Reducer:
    def add(self, p):
        dtype = self.comm_dtype(p)
        self.buckets[dtype].append(p)
        self.large[dtype] = p

    def reduce(self):
        for key in list(self.buckets):
            yield self.buckets[key], self.large[key]
)py"},
    .kinds = {NodeKind::kClassDefinition},
    .skips_tests = true,
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
