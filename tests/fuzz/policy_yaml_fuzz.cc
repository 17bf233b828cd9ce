// What is read from YAML files of repositories and organisations: the policy, and rules with their
// queries, conditions and rewrites, which are compiled, not run. A file is good or has problems
// that name their place; nothing else can happen.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/organisation_rules/rule_set.h"
#include "analyzers/policy/policy.h"
#include "base/check.h"
#include "base/yaml.h"

namespace allreview {
namespace {

int LinesOf(absl::string_view text) {
  return 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

void CheckYaml(absl::string_view text) {
  const absl::StatusOr<YamlNode> root = ParseYaml(text);
  if (root.ok()) return;
  const YamlError error = YamlErrorOf(root.status());
  CHECK(error.line >= 1 && !error.message.empty()) << root.status();
}

void CheckPolicy(const std::string& text) {
  const std::vector<policy::KnownRule> known = {{.id = "long-function"}, {.id = "mutable-default"}};
  using Rank = policy::PolicySource::Rank;
  const std::vector<policy::PolicySource> sources = {
      {.rank = Rank::kOrganisation, .name = "organisation.yaml", .content = text},
      {.rank = Rank::kRepository, .name = ".allreview.yaml", .content = text}};
  const policy::Policy policy = policy::ResolvePolicy(sources, known);
  CHECK(policy.hash.size() == 16) << policy.hash;
  CHECK(policy.max_findings >= 0) << policy.max_findings;
  for (const policy::PolicyDiagnostic& diagnostic : policy.diagnostics) {
    CHECK(diagnostic.line >= 0 && diagnostic.line <= LinesOf(text) + 1)
        << English(diagnostic.message);
    CHECK(!diagnostic.message.is_empty()) << diagnostic.code;
  }
  CHECK(policy::ResolvePolicy(sources, known).hash == policy.hash)
      << "the same text, the same policy";
}

void CheckRules(const std::string& text) {
  const organisation_rules::LoadedRules loaded =
      organisation_rules::LoadRules({{.name = "rules.yaml", .content = text}}, {"mutable-default"});
  CHECK(loaded.rules != nullptr) << "never null";
  CHECK(loaded.rules->empty() || loaded.problems.empty()) << "half a file is no file";
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  allreview::CheckYaml(text);
  allreview::CheckPolicy(text);
  allreview::CheckRules(text);
  return 0;
}
