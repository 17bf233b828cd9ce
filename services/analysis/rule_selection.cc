#include "services/analysis/rule_selection.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/analysis.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using organisation_rules::LoadedRules;
using organisation_rules::Problem;
using organisation_rules::RuleFile;
using policy::NamedRuleFile;

// Files that hold, and what kept others from it.
struct Gathered {
  std::vector<RuleFile> files;
  std::vector<Problem> problems;
  std::vector<Problem> stale;
};

// A path as its policy means it.
std::string Beside(const std::string& policy, const std::string& path) {
  const size_t slash = policy.rfind('/');
  if (absl::StartsWith(path, "/") || slash == std::string::npos) return path;
  return absl::StrCat(policy.substr(0, slash + 1), path);
}

class Gatherer {
 public:
  explicit Gatherer(const SelectionRequest& request) : request_(request) {}

  Gathered Gather(const std::vector<NamedRuleFile>& named) {
    Take(request_.library.Now());
    for (const v1::RuleFile& file : request_.rule_files) {
      if (!file.is_named_by_policy()) gathered_.files.push_back({file.name(), file.content()});
    }
    for (const NamedRuleFile& file : named) {
      if (file.rank == policy::PolicySource::Rank::kRepository) {
        TakeSent(file);
      } else {
        TakeOwn(file);
      }
    }
    return std::move(gathered_);
  }

 private:
  void Take(RuleLibrary::Look look) {
    std::move(look.files.begin(), look.files.end(), std::back_inserter(gathered_.files));
    std::move(look.problems.begin(), look.problems.end(), std::back_inserter(gathered_.problems));
    std::move(look.stale.begin(), look.stale.end(), std::back_inserter(gathered_.stale));
  }

  void TakeSent(const NamedRuleFile& named) {
    for (const v1::RuleFile& file : request_.rule_files) {
      if (!file.is_named_by_policy() || file.name() != named.path) continue;
      gathered_.files.push_back({file.name(), file.content()});
      return;
    }
    Refuse(named, phrases::kNoSuchFileAtBase, phrases::kRuleFilePathsAreRelative);
  }

  void TakeOwn(const NamedRuleFile& named) {
    const auto policy = std::find_if(
        request_.policies.begin(), request_.policies.end(),
        [&](const RankedPolicy& ranked) { return ranked.source.name == named.policy; });
    if (policy == request_.policies.end() || !policy->may_name_files) {
      Refuse(named, phrases::kServerReadsNoCallersFiles, phrases::kSendFileWithRules);
      return;
    }
    Take(request_.library.At({Beside(named.policy, named.path)}));
  }

  void Refuse(const NamedRuleFile& named, const Phrase& why, const Phrase& cure) {
    gathered_.problems.push_back(
        {named.policy, named.line, 1,
         Sentence(phrases::kRuleFile, {{"path", named.path}, {"why", why}}), cure});
  }

  const SelectionRequest& request_;
  Gathered gathered_;
};

void Tell(const Gathered& gathered, const std::vector<Problem>& problems, Selection& selection) {
  for (const auto* list : {&gathered.problems, &problems}) {
    for (const Problem& problem : *list) selection.diagnostics.push_back(ToProto(problem));
  }
  for (const Problem& problem : gathered.stale) {
    change::v1::Diagnostic& diagnostic = selection.stale.emplace_back(ToProto(problem));
    diagnostic.set_level(change::v1::Diagnostic::LEVEL_WARNING);
    const Words message = Sentence(phrases::kLastGoodVersionHolds, {{"problem", problem.message}});
    diagnostic.set_message(English(message));
    *diagnostic.mutable_message_text() = ToText(message);
  }
}

policy::Policy Resolve(const SelectionRequest& request, const organisation_rules::RuleSet& rules) {
  std::vector<policy::PolicySource> sources;
  for (const RankedPolicy& policy : request.policies) sources.push_back(policy.source);
  std::vector<policy::KnownRule> known;
  for (const rules::RuleInfo& rule : AllRules(request.engine, rules)) {
    known.push_back({std::string(rule.id), rule.severity, rule.tier});
  }
  return policy::ResolvePolicy(sources, known);
}

}  // namespace

change::v1::Diagnostic ToProto(const Problem& problem) {
  change::v1::Diagnostic proto;
  proto.set_level(change::v1::Diagnostic::LEVEL_ERROR);
  proto.set_code("RULE_FILE");
  proto.set_path(problem.file);
  proto.set_line(problem.line);
  proto.set_column(problem.column);
  proto.set_message(English(problem.message));
  proto.set_hint(English(problem.cure));
  if (!problem.message.is_verbatim()) *proto.mutable_message_text() = ToText(problem.message);
  if (!problem.cure.is_verbatim()) *proto.mutable_hint_text() = ToText(problem.cure);
  return proto;
}

std::string RulesHashOf(const RuleEngine& engine, const Selection& selection) {
  std::string hash = AllRulesHash(engine, *selection.rules);
  if (selection.diagnostics.empty()) return hash;
  Sha256 with_problems;
  with_problems.Update(hash);
  for (const change::v1::Diagnostic& diagnostic : selection.diagnostics) {
    with_problems.Update(absl::StrCat("\n", diagnostic.path(), ":", diagnostic.line(), ":",
                                      diagnostic.column(), ":", diagnostic.message()));
  }
  return with_problems.Finish().substr(0, 16);
}

Selection SelectRules(const SelectionRequest& request) {
  std::vector<policy::PolicySource> sources;
  for (const RankedPolicy& policy : request.policies) sources.push_back(policy.source);
  std::vector<NamedRuleFile> named = policy::RuleFilesNamedBy(sources);
  Selection selection;
  for (const NamedRuleFile& file : named) {
    if (file.rank == policy::PolicySource::Rank::kRepository) {
      selection.repository_rule_files.push_back(file.path);
    }
  }
  // What a policy names must be known before the policy can be checked. If that finds it void, what
  // it names does not hold either; what is wrong with those files may be why, and is told.
  for (bool is_first = true;; is_first = false) {
    Gathered gathered = Gatherer(request).Gather(named);
    LoadedRules loaded = request.library.Compile(gathered.files);
    selection.rules = std::move(loaded.rules);
    selection.policy = Resolve(request, *selection.rules);
    if (is_first) Tell(gathered, loaded.problems, selection);
    if (selection.policy.rule_files.size() >= named.size()) break;
    named = selection.policy.rule_files;
  }
  return selection;
}

}  // namespace allreview::analysis
