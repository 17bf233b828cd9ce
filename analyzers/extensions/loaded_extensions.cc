// Extensions::, as far as it is about modules that Python loads itself.

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/extensions/extensions.h"
#include "base/poll.h"

namespace allreview::extensions {

using change::Side;
using repository::IndexedFile;

const Extensions::Builders& Extensions::BuildersOf() {
  if (builders_) return *builders_;
  builders_.emplace();
  for (const IndexedFile* file : input_.index.FilesWithIdentifier("sources")) {
    for (const repository::DefinitionFacts& definition : file->facts().definitions) {
      Poll();
      absl::string_view name = definition.name;
      if (absl::ConsumeSuffix(&name, ".sources") && !absl::StrContains(name, ".")) {
        (*builders_)[std::string(name)].push_back(file->path());
      }
    }
  }
  return *builders_;
}

const std::vector<LoadedCall>& Extensions::LoadedCallsIn(const IndexedFile& file) {
  const auto [at, is_new] = loaded_.try_emplace(&file);
  if (!is_new || !file.HasIdentifier("load")) return at->second;
  const bool names_builder = absl::c_any_of(
      BuildersOf(), [&](const auto& builder) { return file.HasIdentifier(builder.first); });
  const python::Module* const module = names_builder ? Parsed(file.path()) : nullptr;
  if (module == nullptr) return at->second;
  at->second = CallsOfLoadedModules(*module);
  std::erase_if(at->second, [&](const LoadedCall& call) {
    return BuildersOf().find(call.builder) == BuildersOf().end();
  });
  return at->second;
}

// Of all classes of that name: several devices have one each.
std::set<std::string> Extensions::PathsOfBuilder(absl::string_view builder) {
  std::set<std::string> paths;
  const auto files = BuildersOf().find(builder);
  if (files == BuildersOf().end()) return paths;
  for (const std::string& path : files->second) {
    const python::Module* const module = Parsed(path);
    if (module == nullptr) return {};
    for (const std::string& source : SourcesOfBuilder(*module, builder)) {
      for (Side side : {Side::kLeft, Side::kRight}) {
        for (const CppFacts* file : SideOf(side).tree->binding_files()) {
          Poll();
          if (file->path == source || absl::EndsWith(file->path, absl::StrCat("/", source))) {
            paths.insert(file->path);
          }
        }
      }
    }
  }
  return paths;
}

const python::Module* Extensions::Parsed(const std::string& path) {
  for (const change::AnalysedFile& file : input_.python_files) {
    if (file.changed->path == path) return file.after;
  }
  const auto [at, is_new] = parsed_.try_emplace(path);
  if (!is_new) return at->second.get();
  for (const change::TreeFile& file : input_.texts.List(Side::kRight, {".py"})) {
    Poll();
    if (file.path != path) continue;
    const std::string* const text = input_.texts.Read(Side::kRight, file);
    if (text == nullptr) break;
    absl::StatusOr<std::unique_ptr<python::Module>> module = python::Module::Parse(path, *text);
    if (module.ok()) at->second = *std::move(module);
    break;
  }
  return at->second.get();
}

}  // namespace allreview::extensions
