#include "gateway/cli/filters.h"

#include <algorithm>
#include <set>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/json.h"
#include "gateway/cli/scan_request.h"
#include "host/flags.h"

namespace allreview::cli {
namespace {

absl::Status UnknownRule(absl::string_view where, absl::string_view name,
                         const std::vector<std::string>& known) {
  const std::vector<absl::string_view> names(known.begin(), known.end());
  const std::string near = host::NearestName(name, names);
  return absl::InvalidArgumentError(absl::StrCat(
      where, ": unknown rule \"", name, "\"",
      near.empty() ? "; see: allreview rules" : absl::StrCat("; did you mean \"", near, "\"?")));
}

// Which rules other tools have ("ruff/B006"), nobody here knows.
bool IsKnown(const FilterRequest& request, absl::string_view rule) {
  return absl::StrContains(rule, '/') ||
         std::find(request.rules.begin(), request.rules.end(), rule) != request.rules.end();
}

// Each once, sorted.
absl::StatusOr<std::set<std::string>> RulesOf(const Flag& flag, const FilterRequest& request) {
  const std::vector<std::string> names = ListedBy(flag, request.arguments);
  for (const std::string& name : names) {
    if (!IsKnown(request, name)) {
      return UnknownRule(absl::StrCat("flag \"--", flag.name, "\""), name, request.rules);
    }
  }
  return std::set<std::string>(names.begin(), names.end());
}

// As the change names them. None: all of it.
absl::StatusOr<std::vector<std::string>> PathsOf(const FilterRequest& request) {
  std::vector<std::string> paths;
  for (const std::string& path : request.arguments.paths) {
    std::string inside = path;
    if (request.ref.has_local()) {
      Environment base = request.environment;
      if (request.arguments.Has(kRepo)) base.current_directory = request.ref.local().path();
      ASSIGN_OR_RETURN(inside, PathInRepository(path, request.ref.local().path(), base));
    }
    if (inside.empty() || inside == ".") return std::vector<std::string>();
    paths.push_back(std::move(inside));
  }
  return paths;
}

// JSON's strings are YAML's.
std::string Quoted(const std::string& text) {
  JsonWriter json;
  json.String(text);
  return json.Take();
}

template <typename Items>
std::string ListOf(absl::string_view key, const Items& items) {
  if (items.empty()) return "";
  return absl::StrCat("  ", key, ": [",
                      absl::StrJoin(items, ", ",
                                    [](std::string* out, const std::string& item) {
                                      absl::StrAppend(out, Quoted(item));
                                    }),
                      "]\n");
}

}  // namespace

bool NamesRules(const Arguments& arguments) {
  return arguments.Has(kOnlyRules) || arguments.Has(kIgnoredRules);
}

std::vector<std::string> ListedBy(const Flag& flag, const Arguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& list : arguments.GetAll(flag)) {
    for (absl::string_view name : absl::StrSplit(list, ',', absl::SkipWhitespace())) {
      names.emplace_back(absl::StripAsciiWhitespace(name));
    }
  }
  return names;
}

bool HasFilters(const Arguments& arguments) {
  return NamesRules(arguments) || !arguments.paths.empty();
}

absl::StatusOr<analysis::v1::PolicySource> FilterPolicy(const FilterRequest& request) {
  ASSIGN_OR_RETURN(std::set<std::string> only, RulesOf(kOnlyRules, request));
  for (const std::string& name : request.only) {
    if (!IsKnown(request, name)) return UnknownRule("the ratchet", name, request.rules);
    only.insert(name);
  }
  ASSIGN_OR_RETURN(const std::set<std::string> ignored, RulesOf(kIgnoredRules, request));
  ASSIGN_OR_RETURN(const std::vector<std::string> paths, PathsOf(request));
  const std::string rules = absl::StrCat(ListOf("only", only), ListOf("ignore", ignored));
  const std::string review = ListOf("paths", paths);
  analysis::v1::PolicySource policy;
  policy.set_kind(analysis::v1::PolicySource::KIND_ORGANISATION);
  policy.set_name("the command line");
  policy.set_content(absl::StrCat(review.empty() ? "" : "review:\n", review,
                                  rules.empty() ? "" : "rules:\n", rules));
  return policy;
}

}  // namespace allreview::cli
