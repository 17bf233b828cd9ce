// Conditions on what the engine knows of values, ranks and training steps.

#include "absl/strings/str_cat.h"
#include "analyzers/organisation_rules/fields.h"
#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/repository/cold.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/distributed/rank_dependence.h"

namespace allreview::organisation_rules {
namespace {

using python::Definition;

Truth IsHot(const rules::FileContext& file, Node node) {
  const Definition* function = file.module().EnclosingFunction(node);
  if (function == nullptr || repository::IsColdBlock(node)) return Truth::kNo;
  return TruthOf(file.project().FindHotPath(file.AbsoluteName(*function)).has_value());
}

Predicate ReadHotPath(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, IsHot);
}

Predicate ReadRankDependent(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext& file, Node node) {
    return TruthOf(static_cast<bool>(rules::RankDependenceOf(file.module(), node)));
  });
}

constexpr PredicateKind kFacts[] = {{"hot-path", ReadHotPath},
                                    {"rank-dependent", ReadRankDependent}};

}  // namespace

absl::Span<const PredicateKind> FactPredicates() { return kFacts; }

}  // namespace allreview::organisation_rules
