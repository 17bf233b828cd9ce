// Extensions::, as far as it finds out which Python module a C++ file becomes.

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/extensions/extensions.h"
#include "analyzers/repository/dotted_names.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

// Named by the build, TORCH_EXTENSION_NAME, and not in the file.
bool IsNamedByBuild(const std::string& module) {
  return absl::c_none_of(module, absl::ascii_islower);
}

}  // namespace

using change::Side;
using cpp::Binding;
using repository::CallFacts;
using repository::IndexedFile;

const Extensions::Module& Extensions::ModuleOf(const std::string& name) {
  const auto [at, is_new] = modules_.try_emplace(name);
  if (is_new) at->second = FindModule(name);
  return at->second;
}

std::set<std::string> Extensions::NamesUsedOf(const std::string& module) {
  std::set<std::string> used;
  for (const IndexedFile* file : input_.index.FilesWithIdentifier(repository::SimpleName(module))) {
    for (const CallFacts& call : file->facts().calls) {
      Poll();
      const std::string callee = file->Absolute(call.callee);
      if (repository::OwnerOf(callee) == module) used.emplace(repository::SimpleName(callee));
    }
  }
  return used;
}

// On either side: what the change takes away says still whose file it is.
std::set<std::string> Extensions::NamesBoundIn(const std::string& path) {
  std::set<std::string> names;
  for (Side side : {Side::kLeft, Side::kRight}) {
    for (const Bound& bound : SideOf(side).bound) {
      Poll();
      const BoundName& name = *bound.name;
      if (bound.file->path == path && !bound.is_operator()) names.insert(PythonNameOf(name));
    }
  }
  return names;
}

// Functions to which the module is handed are of this repository.
bool Extensions::IsClosed(const std::string& path) {
  const std::vector<Bound>& bound = SideOf(Side::kRight).bound;
  std::set<absl::string_view> parts;
  for (const Bound& one : bound) parts.insert(one.name->part_of);
  return absl::c_all_of(bound, [&](const Bound& one) {
    Poll();
    if (one.file->path != path) return true;
    const bool is_elsewhere = one.name->kind == Binding::Kind::kElsewhere;
    return !one.file->has_errors && (!is_elsewhere || parts.count(one.name->name) > 0);
  });
}

Extensions::Module Extensions::FindModule(const std::string& name) {
  Module module;
  const std::string simple(repository::SimpleName(name));
  std::set<std::string> named, unnamed, parts;
  for (Side side : {Side::kLeft, Side::kRight}) {
    for (const Bound& bound : SideOf(side).bound) {
      if (bound.is_operator() || bound.name->module.empty()) continue;
      if (bound.name->module == simple) named.insert(bound.file->path);
      if (IsNamedByBuild(bound.name->module)) unnamed.insert(bound.file->path);
    }
  }
  module.paths = std::move(named);
  if (absl::EndsWith(name, kLoadedSuffix)) {
    module.paths = PathsOfBuilder(absl::StripSuffix(name, kLoadedSuffix));
  }
  if (module.paths.empty() && !absl::EndsWith(name, kLoadedSuffix)) {
    const std::set<std::string> used = NamesUsedOf(name);
    for (const std::string& path : unnamed) {
      const std::set<std::string> bound = NamesBoundIn(path);
      const auto common =
          absl::c_count_if(used, [&](const std::string& one) { return bound.count(one) > 0; });
      if (common > 0 && common * 3 >= static_cast<int64_t>(used.size()) * 2) {
        module.paths.insert(path);
      }
    }
  }
  module.is_extension = !module.paths.empty();
  for (const std::string& path : module.paths) {
    if (!IsClosed(path)) module.is_closed = false;
    for (const Bound& bound : SideOf(Side::kRight).bound) {
      if (bound.file->path == path && bound.name->kind == Binding::Kind::kElsewhere) {
        parts.insert(bound.name->name);
      }
    }
  }
  for (const Bound& bound : SideOf(Side::kRight).bound) {
    if (parts.count(bound.name->part_of) > 0) module.paths.insert(bound.file->path);
  }
  return module;
}

}  // namespace allreview::extensions
