#include "analyzers/house/read_policy.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/house/policy_files.h"
#include "analyzers/house/reading.h"
#include "analyzers/house/topics.h"
#include "sentences/phrases/house.h"

namespace allreview::house {
namespace {

template <typename T>
void Append(std::vector<T> more, std::vector<T>& all) {
  std::move(more.begin(), more.end(), std::back_inserter(all));
}

void Add(Reading reading, Reading& all) {
  Append(std::move(reading.claims), all.claims);
  Append(std::move(reading.hooks), all.hooks);
  Append(std::move(reading.commands), all.commands);
  Append(std::move(reading.diagnostics), all.diagnostics);
  all.scripts_in_ci.merge(reading.scripts_in_ci);
  all.runs_commit_hooks |= reading.runs_commit_hooks;
  Process& process = all.process;
  if (!process.draft) process.draft = reading.process.draft;
  if (!process.sign_off) process.sign_off = reading.process.sign_off;
  if (!process.linked_issue) process.linked_issue = reading.process.linked_issue;
  process.wants_signature |= reading.process.wants_signature;
}

// "ruff" of "ruff-check" and of "ruff F401".
absl::string_view FirstWord(absl::string_view tool) {
  return tool.substr(0, tool.find_first_of(" -"));
}

// `ruff format` reports none of the codes.
bool IsFormatter(const Hook& hook) {
  return hook.id == "ruff-format" || absl::StartsWith(hook.arguments, " format");
}

// Each tool once. Commit hooks say which files they are for; scripts are as good as what runs them.
std::vector<Hook> UniqueHooks(std::vector<Hook> hooks, const std::set<std::string>& scripts_in_ci) {
  std::vector<Hook> unique;
  const auto rank = [](const Hook& hook) {
    if (hook.source.path == ".pre-commit-config.yaml") return 0;
    return absl::EndsWith(hook.source.path, ".sh") ? 1 : 2;
  };
  std::stable_sort(hooks.begin(), hooks.end(),
                   [&](const Hook& a, const Hook& b) { return rank(a) < rank(b); });
  for (Hook& hook : hooks) {
    if (rank(hook) == 1) {
      hook.is_run_by_ci = scripts_in_ci.count(hook.source.path) > 0;
      if (!hook.is_run_by_ci) continue;
    }
    const auto same = std::find_if(unique.begin(), unique.end(), [&](const Hook& other) {
      return other.id == hook.id && IsFormatter(other) == IsFormatter(hook);
    });
    if (same == unique.end()) {
      unique.push_back(std::move(hook));
    } else {
      same->is_run_by_ci |= hook.is_run_by_ci;
    }
  }
  return unique;
}

// "flake8 E501" with " --extend-ignore=E501,W503": the hook that runs the tool leaves it out.
bool LeavesOut(const Hook& hook, absl::string_view tool) {
  const size_t space = tool.find(' ');
  if (space == absl::string_view::npos) return false;
  const absl::string_view code = tool.substr(space + 1);
  bool is_ignored = false;
  for (absl::string_view word :
       absl::StrSplit(hook.arguments, absl::ByAnyChar(" =,"), absl::SkipEmpty())) {
    if (absl::StartsWith(word, "--")) {
      is_ignored = absl::EndsWith(word, "ignore");
    } else if (is_ignored && absl::StartsWith(code, word)) {
      return true;
    }
  }
  return false;
}

// A configuration of a tool that nothing runs is but a declaration; where a hook runs it, the hook
// says on which files.
void WeighByHooks(const std::vector<Hook>& hooks, Claim* claim) {
  if (claim->level != Level::kCiEnforced || claim->tool == "codecov") return;
  for (const Hook& hook : hooks) {
    if (FirstWord(hook.id) != FirstWord(claim->tool)) continue;
    if (IsFormatter(hook) && absl::StrContains(claim->tool, " ")) continue;
    if (LeavesOut(hook, claim->tool)) break;
    if (claim->files.files.empty()) claim->files.files = hook.files.files;
    if (claim->files.exclude.empty()) claim->files.exclude = hook.files.exclude;
    return;
  }
  claim->level = Level::kDeclared;
}

bool SaysTheSame(const Claim& a, const Claim& b) {
  return a.value == b.value || absl::StartsWith(a.value, b.value) ||
         absl::StartsWith(b.value, a.value);
}

// Widths of two tools are no contradiction when one of them rejects no line.
bool MayDiffer(const Claim& a, const Claim& b) {
  if (a.id != "line-length" || a.tool.empty() || b.tool.empty()) return false;
  return a.level != Level::kCiEnforced || b.level != Level::kCiEnforced;
}

std::optional<Conflict> ConflictOf(const Entry& entry, const Claim& best) {
  WordList others{.joint = Joint::kComma, .items = {}};
  Conflict conflict{.id = entry.id, .text = "", .places = {entry.source}};
  for (const Claim& claim : entry.more) {
    if (SaysTheSame(claim, best)) continue;
    conflict.places.push_back(claim.source);
    others.items.push_back(Sentence(phrases::kStatementAt, {{"statement", StatementOf(claim)},
                                                            {"source", ToString(claim.source)}}));
  }
  if (others.items.empty()) return std::nullopt;
  conflict.text = Sentence(phrases::kStatementAgainst, {{"statement", entry.statement},
                                                        {"source", ToString(entry.source)},
                                                        {"others", std::move(others)}});
  return conflict;
}

// The claims are about one topic.
void AddEntry(std::vector<Claim> claims, Policy* policy) {
  std::stable_sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    const auto key = [](const Claim& claim) {
      return std::make_tuple(claim.level, PrecedenceOf(claim.source.path),
                             absl::string_view(claim.source.path), claim.source.line);
    };
    return key(a) < key(b);
  });
  const Claim best = claims.front();
  Entry entry{
      .id = best.id,
      .statement = StatementOf(best),
      .level = best.level,
      .value = best.value,
      .tool = best.tool,
      .files = best.files,
      .source = best.source,
      .compliance = {},
      .is_active = true,
      .more = {std::make_move_iterator(claims.begin() + 1), std::make_move_iterator(claims.end())}};
  std::erase_if(entry.more, [&](const Claim& claim) {
    return !SaysTheSame(claim, best) && MayDiffer(claim, best);
  });
  // When several linters look for it, the one that knows a code is named.
  for (const Claim& claim : entry.more) {
    if (entry.level == claim.level && !absl::StrContains(entry.tool, " ") &&
        absl::StrContains(claim.tool, " ") && SaysTheSame(claim, best)) {
      entry.tool = claim.tool;
      entry.files = claim.files;
    }
  }
  if (std::optional<Conflict> conflict = ConflictOf(entry, best)) {
    policy->conflicts.push_back(*std::move(conflict));
  }
  policy->entries.push_back(std::move(entry));
}

}  // namespace

std::string ToString(const Place& place) {
  return place.line == 0 ? place.path : absl::StrCat(place.path, ":", place.line);
}

Policy ReadPolicy(const std::vector<File>& files) {
  Policy policy;
  Reading all;
  std::vector<const File*> sorted;
  for (const File& file : files) sorted.push_back(&file);
  std::sort(sorted.begin(), sorted.end(), [](const File* a, const File* b) {
    return std::make_tuple(PrecedenceOf(a->path), absl::string_view(a->path)) <
           std::make_tuple(PrecedenceOf(b->path), absl::string_view(b->path));
  });
  for (const File* file : sorted) {
    Reading reading = ReadFile(*file);
    if (all.owners.empty() && !reading.owners.empty()) {
      all.owners = std::move(reading.owners);
      policy.owners_path = file->path;
    }
    Add(std::move(reading), all);
  }

  for (Hook& hook : all.hooks) {
    hook.is_run_by_ci |= all.runs_commit_hooks && hook.source.path == ".pre-commit-config.yaml";
  }
  policy.hooks = UniqueHooks(std::move(all.hooks), all.scripts_in_ci);
  std::map<std::string, std::vector<Claim>> by_topic;
  for (Claim& claim : all.claims) {
    WeighByHooks(policy.hooks, &claim);
    by_topic[claim.id].push_back(std::move(claim));
  }
  for (auto& [id, claims] : by_topic) AddEntry(std::move(claims), &policy);
  std::stable_sort(policy.entries.begin(), policy.entries.end(),
                   [](const Entry& a, const Entry& b) { return a.level < b.level; });
  policy.commands = std::move(all.commands);
  policy.process = std::move(all.process);
  policy.owners = std::move(all.owners);
  policy.diagnostics = std::move(all.diagnostics);
  return policy;
}

std::vector<std::string> OwnersOf(const Policy& policy, absl::string_view path) {
  for (auto rule = policy.owners.rbegin(); rule != policy.owners.rend(); ++rule) {
    const PathMatcher matcher({.files = ExpressionOfPattern(rule->pattern), .exclude = ""});
    if (matcher.Matches(path)) return rule->owners;
  }
  return {};
}

}  // namespace allreview::house
