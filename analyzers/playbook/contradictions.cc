// Places of the repository that ask for different things.

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/versions.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxClaims = 8;

Contradiction::Claim ClaimOf(const VersionPlace& version) { return {version.value, version.place}; }

// Topics where two values cannot both hold. Prose on others may say the same in other words.
bool IsExclusive(absl::string_view topic) {
  return topic == "line-length" || topic == "formatter" || topic == "docstring-style" ||
         topic == "optional-annotations" || topic == "patch-coverage";
}

std::vector<Contradiction> InPolicy(const View& view) {
  std::vector<Contradiction> all;
  for (const house::Entry& entry : view.policy.entries) {
    if (!IsExclusive(entry.id)) continue;
    Contradiction contradiction{.topic = entry.id, .claims = {}};
    contradiction.claims.push_back({entry.value, At(entry.source.path, entry.source.line)});
    std::set<std::string> seen;
    for (const house::Claim& claim : entry.more) {
      if (claim.value.empty() || claim.value == entry.value) continue;
      const house::Place& place = claim.source;
      if (seen.insert(absl::StrCat(claim.value, "\n", house::ToString(place))).second) {
        contradiction.claims.push_back({claim.value, At(place.path, place.line)});
      }
    }
    if (contradiction.claims.size() < 2) continue;
    if (contradiction.claims.size() > kMaxClaims) contradiction.claims.resize(kMaxClaims);
    all.push_back(std::move(contradiction));
  }
  return all;
}

// Lowest version of ">=3.12"; 0: not of that form.
int LowestOf(absl::string_view range) {
  const size_t at = range.find(">=");
  if (at == absl::string_view::npos) return 0;
  absl::string_view version = range.substr(at + 2);
  version = absl::StripLeadingAsciiWhitespace(version);
  return PythonNumber(version.substr(0, version.find_first_of(", ")));
}

// What is named must be allowed by requires-python, and a pin must be among what CI runs.
std::vector<Contradiction> InPython(const View& view) {
  std::vector<Contradiction> all;
  const house::TomlEntry* required = view.project.Find("project.requires-python");
  const int lowest = required == nullptr ? 0 : LowestOf(required->text);
  if (lowest > 0) {
    Contradiction contradiction{.topic = "python-version", .claims = {}};
    contradiction.claims.push_back({required->text, At(kProject, required->line)});
    for (const auto& versions :
         {PinnedPython(view), PythonOfTests(view), PythonOfClassifiers(view)}) {
      for (const VersionPlace& version : versions) {
        const int number = PythonNumber(version.value);
        if (number > 0 && number < lowest && contradiction.claims.size() < kMaxClaims) {
          contradiction.claims.push_back(ClaimOf(version));
        }
      }
    }
    if (contradiction.claims.size() > 1) all.push_back(std::move(contradiction));
  }
  const std::vector<VersionPlace> tools = PythonOfTools(view);
  Contradiction targets{.topic = "python-target", .claims = {}};
  std::set<std::string> values;
  for (const VersionPlace& tool : tools) {
    if (values.insert(tool.value).second) targets.claims.push_back(ClaimOf(tool));
  }
  if (targets.claims.size() > 1) all.push_back(std::move(targets));
  return all;
}

// isort is told the name of a package that nothing here has.
std::vector<Contradiction> InFirstParty(const View& view) {
  std::vector<std::string> names;
  Provenance place;
  if (const house::TomlEntry* entry = view.project.Find("tool.isort.known_first_party")) {
    names = entry->is_list ? entry->items : std::vector<std::string>{entry->text};
    place = At(kProject, entry->line);
  } else if (const std::string* text = view.Text(".isort.cfg")) {
    ForEachLine(*text, [&](int number, absl::string_view line) {
      const std::vector<std::string> parts = absl::StrSplit(line, absl::MaxSplits('=', 1));
      if (parts.size() != 2) return;
      const absl::string_view key = absl::StripAsciiWhitespace(parts[0]);
      if (key != "known_first_party") return;
      for (absl::string_view name : absl::StrSplit(parts[1], ',')) {
        names.emplace_back(absl::StripAsciiWhitespace(name));
      }
      place = At(".isort.cfg", number);
    });
  }
  if (names.empty() || view.package.empty()) return {};
  const bool is_known = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto is_it = [&](absl::string_view path) { return BaseName(path) == name; };
    return std::any_of(view.folders.begin(), view.folders.end(), is_it) ||
           std::any_of(view.submodules.begin(), view.submodules.end(), is_it);
  });
  if (is_known) return {};
  return {{.topic = "first-party",
           .claims = {{absl::StrJoin(names, ", "), place},
                      {std::string(BaseName(view.package)), At(absl::StrCat(view.package, "/"))}}}};
}

// The version that commit hooks run against the one that is installed.
std::vector<Contradiction> InPins(const View& view) {
  std::vector<Contradiction> all;
  for (const CommitHook& hook : CommitHooks(view)) {
    if (hook.version.empty()) continue;
    absl::string_view package = hook.id;
    absl::ConsumeSuffix(&package, "-format");
    absl::ConsumeSuffix(&package, "-check");
    for (const VersionPlace& pin : PinsOf(view, package)) {
      if (pin.value == hook.version) continue;
      all.push_back({.topic = absl::StrCat("version-of-", package),
                     .claims = {{hook.version, At(".pre-commit-config.yaml", hook.line)},
                                {pin.value, pin.place}}});
    }
  }
  return all;
}

}  // namespace

std::vector<Contradiction> FindContradictions(const View& view) {
  std::vector<Contradiction> all = InPolicy(view);
  for (const auto& more : {InPython(view), InFirstParty(view), InPins(view)}) {
    all.insert(all.end(), more.begin(), more.end());
  }
  return all;
}

}  // namespace allreview::playbook
