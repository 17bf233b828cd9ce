#include "analyzers/rules/configuration/declared_packages.h"

#include "absl/strings/match.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/house/policy.h"
#include "analyzers/paths/paths.h"

namespace allreview::rules::configuration {
namespace {

constexpr absl::string_view kManifest = "pyproject.toml";

}  // namespace

std::vector<const Manifest*> DeclaredPackages::ManifestsFor(absl::string_view path) {
  std::vector<const Manifest*> manifests;
  for (Side side : {Side::kLeft, Side::kRight}) {
    const change::TreeFile* nearest = nullptr;
    for (const change::TreeFile& file : change_.texts().List(side, {std::string(kManifest)})) {
      const absl::string_view folder =
          absl::string_view(file.path).substr(0, file.path.size() - kManifest.size());
      if (!folder.empty() && folder.back() != '/') continue;  // Another name that ends so.
      if (!absl::StartsWith(path, folder)) continue;
      if (nearest == nullptr || file.path.size() > nearest->path.size()) nearest = &file;
    }
    const std::string* text = nearest ? change_.texts().Read(side, *nearest) : nullptr;
    if (text == nullptr) continue;
    auto known = parsed_.find(text);
    if (known == parsed_.end()) known = parsed_.emplace(text, Manifest::Parse(*text)).first;
    if (known->second.has_value()) manifests.push_back(&*known->second);
  }
  return manifests;
}

Distributions DeclaredPackages::DocumentedFor(absl::string_view path) {
  Distributions documented;
  for (const house::Command& command : change_.house().commands) {
    if (command.purpose == house::Purpose::kInstall && !command.is_run_by_ci) {
      documented.AddCommand(command.line);
    }
  }
  for (Side side : {Side::kLeft, Side::kRight}) {
    for (const change::TreeFile& file : change_.texts().List(side, {".txt"})) {
      const absl::string_view name = paths::BaseName(file.path);
      const absl::string_view folder =
          absl::string_view(file.path).substr(0, file.path.size() - name.size());
      if (!absl::StrContains(name, "requirements") || !absl::StartsWith(path, folder)) continue;
      if (const std::string* text = change_.texts().Read(side, file)) {
        documented.AddRequirements(*text);
      }
    }
  }
  return documented;
}

}  // namespace allreview::rules::configuration
