// Two requirements that are installed together leave no version of a package.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "analyzers/build_files/requirements.h"
#include "analyzers/build_files/version_range.h"
#include "analyzers/rules/configuration/requirements_of_tree.h"
#include "analyzers/rules/recipes/recipe_texts.h"
#include "analyzers/rules/text_observation.h"
#include "base/poll.h"

namespace allreview::rules {

extern const Rule kRequirementsWithoutCommonVersion;

namespace configuration {
namespace {

using build_files::Requirement;
using build_files::VersionRange;

// Of one package in one set; more are not compared.
constexpr size_t kMaxOfPackage = 20;

std::string Written(const Requirement& one) { return absl::StrCat(one.name, one.specifier); }

// Where both are wanted no version is: they have one marker, or one of them has none.
bool AreApart(const Requirement& a, const Requirement& b) {
  if (a.marker != b.marker && !a.marker.empty() && !b.marker.empty()) return false;
  std::optional<VersionRange> range = VersionRange::Read(a.specifier);
  const std::optional<VersionRange> other = VersionRange::Read(b.specifier);
  if (!range || !other) return false;
  range->Meet(*other);
  return range->IsEmpty();
}

class Checker {
 public:
  explicit Checker(ChangeContext& change)
      : texts_(ChangedTextsOf(change, [](const ChangedFile& file) {
          return build_files::IsRequirementsPath(file.path);
        })) {
    if (!texts_.empty()) Check(RequirementsOfTree(change, Side::kRight));
  }

 private:
  void Check(const RequirementsOfTree& tree) {
    for (const auto& [path, list] : tree.lists()) {
      Poll();
      std::map<absl::string_view, std::vector<PlacedRequirement>> by_package;
      for (PlacedRequirement& one : tree.InstalledWith(path)) {
        std::vector<PlacedRequirement>& known = by_package[one.requirement->name];
        if (known.size() < kMaxOfPackage) known.push_back(std::move(one));
      }
      for (const auto& [name, all] : by_package) ComparePairs(all);
    }
  }

  void ComparePairs(const std::vector<PlacedRequirement>& all) {
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t j = i + 1; j < all.size(); ++j) {
        if (!AreApart(*all[i].requirement, *all[j].requirement)) continue;
        if (!Report(all[i], all[j])) Report(all[j], all[i]);
      }
    }
  }

  // False: the change does not add its line.
  bool Report(const PlacedRequirement& one, const PlacedRequirement& other) {
    const auto text = absl::c_find_if(
        texts_, [&](const RecipeText& text) { return text.file->path == one.path; });
    const int line = one.requirement->line;
    if (text == texts_.end() || !text->IsNew(line)) return false;
    if (!told_.insert(absl::StrCat(one.path, ":", line)).second) return true;
    ReportInText(kRequirementsWithoutCommonVersion.info, *text->file, *text->after,
                 {.line = line,
                  .params = {{"one", Written(*one.requirement)},
                             {"other", Written(*other.requirement)},
                             {"package", one.requirement->name},
                             {"place", absl::StrCat(other.path, ":", other.requirement->line)}}});
    return true;
  }

  const std::vector<RecipeText> texts_;
  std::set<std::string> told_;
};

void CheckFiles(ChangeContext& change) { Checker checker(change); }

}  // namespace
}  // namespace configuration

extern constinit const Rule kRequirementsWithoutCommonVersion = {
    .info = {.id = "requirements-without-common-version",
             .title = {"Requirements that no version meets", "依赖要求互相矛盾"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"No version of {package} meets both `{one}` and `{other}` ({place})",
                         "{package} 没有任何版本能同时满足 `{one}` 与 `{other}`（{place}）"},
             .consequence = {"pip stops with ResolutionImpossible",
                             "pip 会以 ResolutionImpossible 失败"},
             .advice = {"Change both places together", "同时修改这两处"},
             .why = "Only requirements that are installed together are compared: those of one "
                    "list, of the lists that it includes by -r and -c, and of the project that it "
                    "installs by -e. Pre-releases, addresses and requirements with other markers "
                    "are passed over.",
             .fix = "Ask for the same versions in both lists.",
             .bad = R"py(
# --- requirements/base.txt unchanged
torch>=2.9
# --- requirements/test.txt
-r base.txt
torch==2.8.0
)py",
             .good = R"py(
# --- requirements/base.txt unchanged
torch>=2.9
# --- requirements/test.txt
-r base.txt
torch==2.9.1
)py"},
    .check_change = configuration::CheckFiles};

}  // namespace allreview::rules
