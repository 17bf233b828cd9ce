#include "analyzers/rules/style/house_checks.h"

#include "analyzers/rules/style/new_code.h"
#include "analyzers/rules/style/phrases.h"

namespace allreview::rules {
namespace {

constexpr HouseCheck kChecks[] = {
    {"bare-except", FindBareExcepts},
    {"class-docstring", FindMissingClassDocstrings},
    {"function-docstring", FindMissingFunctionDocstrings},
    {"line-length", FindLongLines},
    {"module-logger", FindRootLoggerCalls},
    {"naming", FindUnconventionalNames},
    {"no-print", FindPrints},
    {"type-hints", FindUnannotatedFunctions},
    {"unused-import", FindUnusedImports},
    {"wildcard-import", FindWildcardImports},
};

house::PathFilter FilterOf(const house::Entry* entry) {
  return entry == nullptr ? house::PathFilter() : entry->files;
}

}  // namespace

const HouseCheck* FindHouseCheck(absl::string_view topic) {
  for (const HouseCheck& check : kChecks) {
    if (check.topic == topic) return &check;
  }
  return nullptr;
}

HouseScope::HouseScope(const house::Policy& policy, absl::string_view topic)
    : entry_(policy.Find(topic)), matcher_(FilterOf(entry_)) {}

bool HouseScope::Covers(absl::string_view path) const {
  if (entry_ == nullptr) return IsLibraryPath(path);
  if (!entry_->is_active) return false;
  // A filter is as good as a decision about tests and tools; prose speaks of the library.
  if (!entry_->files.is_everything()) return matcher_.Matches(path);
  return IsLibraryPath(path);
}

std::optional<Severity> HouseScope::severity() const {
  if (entry_ == nullptr) return std::nullopt;
  if (entry_->level == house::Level::kCiEnforced) return Severity::kP2;
  if (entry_->level == house::Level::kNorm) return Severity::kP3;
  return std::nullopt;
}

Words HouseScope::Effect(const Phrase& otherwise) const {
  if (entry_ == nullptr || entry_->level == house::Level::kNorm) return otherwise;
  if (entry_->level == house::Level::kCiEnforced) {
    return Sentence(phrases::kToolRejects, {{"tool", entry_->tool}});
  }
  return Sentence(phrases::kEffectAndSource,
                  {{"effect", otherwise}, {"source", house::ToString(entry_->source)}});
}

Sweep FindBareExcepts(const SweepInput& input) {
  Sweep sweep;
  ForEachNewNode(input.files, {NodeKind::kExceptClause}, [&](const AnalysedFile& file, Node node) {
    ++sweep.checked;
    if (node.named_child(0).Is(NodeKind::kBlock)) sweep.hits.push_back({&file, node, "except"});
  });
  return sweep;
}

}  // namespace allreview::rules
