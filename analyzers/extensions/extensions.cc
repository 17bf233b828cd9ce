#include "analyzers/extensions/extensions.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/repository/dotted_names.h"
#include "base/languages.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

using change::Side;
using cpp::Binding;
using repository::CallFacts;
using repository::IndexedFile;

constexpr absl::string_view kOperators = "torch.ops.";
constexpr size_t kMaxFilesOfName = 500;

// Names of scripts that build extensions, and of nobody else.
constexpr absl::string_view kBuilders[] = {"CUDAExtension", "CppExtension",      "SyclExtension",
                                           "cpp_extension", "Pybind11Extension", "load_inline"};

// The library of an operator: of TORCH_LIBRARY, or of its name "my::f".
absl::string_view LibraryOf(const Bound& bound) {
  if (bound.schema) {
    const size_t colon = bound.schema->name.find("::");
    if (colon != std::string::npos) {
      return absl::string_view(bound.schema->name).substr(0, colon);
    }
  }
  return bound.name->module;
}

bool HasOtherParameters(const cpp::Unit& before, const cpp::Unit& after) {
  std::set<std::string> now;
  const auto described = [](const cpp::Function& function) {
    std::string text = function.name;
    for (const cpp::Parameter& parameter : function.parameters) {
      absl::StrAppend(&text, ",", parameter.type.text);
    }
    return text;
  };
  for (const cpp::Function& function : after.functions()) now.insert(described(function));
  return absl::c_any_of(before.functions(), [&](const cpp::Function& function) {
    Poll();
    return !function.is_kernel && now.count(described(function)) == 0;
  });
}

bool Concerns(const change::AnalysedCppFile& file) {
  const bool binds = (file.before != nullptr && !file.before->bindings().empty()) ||
                     (file.after != nullptr && !file.after->bindings().empty());
  if (binds) return true;
  return file.before != nullptr && file.after != nullptr &&
         HasOtherParameters(*file.before, *file.after);
}

}  // namespace

bool PythonCall::is_operator() const { return absl::StartsWith(module, kOperators); }

bool Extensions::IsConcerned() {
  const MutexLock lock(mutex_);
  if (is_concerned_) return *is_concerned_;
  bool is_concerned = absl::c_any_of(input_.cpp_files, Concerns);
  // Who imports nothing calls no extension: the repository is not asked then.
  const bool imports = absl::c_any_of(input_.python_files, [](const change::AnalysedFile& file) {
    return file.changed->after.has_value() && absl::StrContains(*file.changed->after, "import");
  });
  if (!is_concerned && imports &&
      !input_.texts.List(Side::kRight, SuffixesOf(Reader::kCpp)).empty()) {
    std::set<std::string> changed;
    for (const change::AnalysedFile& file : input_.python_files) changed.insert(file.changed->path);
    for (const IndexedFile* file : input_.index.AllFiles()) {
      if (changed.count(file->path()) > 0 && CallsExtension(*file)) is_concerned = true;
    }
  }
  is_concerned_ = is_concerned;
  return is_concerned;
}

bool Extensions::CallsExtension(const IndexedFile& file) {
  if (!LoadedCallsIn(file).empty()) return true;
  return absl::c_any_of(file.facts().calls,
                        [&](const CallFacts& call) ABSL_NO_THREAD_SAFETY_ANALYSIS {
                          Poll();
                          const std::string callee = file.Absolute(call.callee);
                          const std::string owner(repository::OwnerOf(callee));
                          return absl::StartsWith(callee, kOperators) || MayBeExtension(owner) ||
                                 MayBeExtension(std::string(repository::OwnerOf(owner)));
                        });
}

bool Extensions::MayBeExtension(const std::string& name) {
  if (name.empty()) return false;
  const auto [at, is_new] = may_be_extension_.try_emplace(name);
  if (!is_new) return at->second;
  if (input_.index.FindModule(name) != nullptr) return false;
  const std::string simple(repository::SimpleName(name));
  if (IndexedFile* package = input_.index.FindModule(repository::OwnerOf(name))) {
    // A module that a package lacks, unless it is a name of the package itself.
    at->second =
        absl::c_none_of(package->facts().names,
                        [&](const repository::NameFacts& bound) { return bound.name == simple; }) &&
        package->is_package() && !package->facts().has_getattr;
    return at->second;
  }
  if (absl::StrContains(name, ".")) return false;
  for (absl::string_view builder : kBuilders) {
    for (const IndexedFile* file : input_.index.FilesWithIdentifier(builder)) {
      Poll();
      const absl::string_view said = repository::StringWordsOfFacts(file->encoded_facts());
      if (repository::HasWord(said, simple)) at->second = true;
    }
  }
  return at->second;
}

Extensions::OneSide& Extensions::SideOf(Side side) {
  OneSide& one = side == Side::kRight ? right_ : left_;
  if (one.tree != nullptr) return one;
  one.tree = std::make_unique<CppTree>(input_.texts, input_.cpp_files, side, store_);
  one.bound = BoundNamesOf(*one.tree);
  for (const Bound& bound : one.bound) {
    if (bound.name->kind != Binding::Kind::kImplementation) {
      one.by_name[PythonNameOf(*bound.name)].push_back(&bound);
    }
  }
  return one;
}

std::optional<PythonCall> Extensions::CallOf(const IndexedFile& file, const CallFacts& call) {
  const std::string callee = file.Absolute(call.callee);
  PythonCall result{.file = &file, .call = &call, .module = {}, .holder = {}, .name = {}};
  if (absl::StartsWith(callee, kOperators)) {
    const std::vector<std::string> parts = absl::StrSplit(callee, '.');
    // torch.ops.my.f.overloads() calls no operator.
    const bool is_default = parts.size() == 5 && parts[4] == "default";
    if (parts.size() != 4 && !is_default) return std::nullopt;
    result.module = absl::StrCat(kOperators, parts[2]);
    result.name = parts[3];
    return result;
  }
  result.name = std::string(repository::SimpleName(callee));
  result.module = std::string(repository::OwnerOf(callee));
  if (MayBeExtension(result.module)) return result;
  result.holder = std::string(repository::SimpleName(result.module));
  result.module = std::string(repository::OwnerOf(result.module));
  if (MayBeExtension(result.module)) return result;
  return std::nullopt;
}

const std::vector<PythonCall>& Extensions::CallsIn(const IndexedFile& file) {
  const MutexLock lock(mutex_);
  const auto [at, is_new] = calls_.try_emplace(&file);
  std::vector<PythonCall>& calls = at->second;
  if (!is_new) return calls;
  for (const CallFacts& call : file.facts().calls) {
    Poll();
    std::optional<PythonCall> found = CallOf(file, call);
    if (found) calls.push_back(*std::move(found));
  }
  for (const LoadedCall& loaded : LoadedCallsIn(file)) {
    calls.push_back({.file = &file,
                     .call = &loaded.call,
                     .module = absl::StrCat(loaded.builder, kLoadedSuffix),
                     .holder = {},
                     .name = loaded.name});
  }
  return calls;
}

std::vector<PythonCall> Extensions::CallsOf(const Bound& bound) {
  const std::string key = PythonNameOf(*bound.name);
  std::vector<PythonCall> calls;
  const std::vector<IndexedFile*> files = input_.index.FilesWithIdentifier(key);
  if (key.empty() || files.size() > kMaxFilesOfName) return calls;
  for (const IndexedFile* file : files) {
    for (const PythonCall& call : CallsIn(*file)) {
      if (call.name != key) continue;
      for (Side side : {Side::kLeft, Side::kRight}) {
        const std::vector<const Bound*> meant = BoundTo(call, side);
        if (absl::c_find(meant, &bound) == meant.end()) continue;
        calls.push_back(call);
        break;
      }
    }
  }
  return calls;
}

std::vector<const Bound*> Extensions::BoundTo(const PythonCall& call, Side side) {
  const MutexLock lock(mutex_);
  std::vector<const Bound*> result;
  const OneSide& one = SideOf(side);
  const auto named = one.by_name.find(call.name);
  if (named == one.by_name.end()) return result;
  if (call.is_operator()) {
    for (const Bound* bound : named->second) {
      if (bound->is_operator() && LibraryOf(*bound) == absl::StripPrefix(call.module, kOperators)) {
        result.push_back(bound);
      }
    }
    return result;
  }
  const Module& module = ModuleOf(call.module);
  if (!module.is_extension) return result;
  for (const Bound* bound : named->second) {
    const BoundName& name = *bound->name;
    const bool is_constructor = name.kind == Binding::Kind::kConstructor;
    const bool is_it = is_constructor ? call.holder.empty() : name.holder == call.holder;
    if (!bound->is_operator() && is_it && module.paths.count(bound->file->path) > 0) {
      result.push_back(bound);
    }
  }
  // What a class takes, its constructors say.
  if (absl::c_any_of(result, [](const Bound* bound) {
        return bound->name->kind == Binding::Kind::kConstructor;
      })) {
    std::erase_if(result,
                  [](const Bound* bound) { return bound->name->kind == Binding::Kind::kClass; });
  }
  return result;
}

std::optional<std::vector<const CppFacts*>> Extensions::FilesOf(const PythonCall& call) {
  const MutexLock lock(mutex_);
  std::vector<const CppFacts*> files;
  const Module& module = ModuleOf(call.module);
  if (!module.is_closed) return std::nullopt;
  for (const CppFacts* file : SideOf(Side::kRight).tree->binding_files()) {
    if (module.paths.count(file->path) > 0) files.push_back(file);
  }
  return files;
}

bool Extensions::IsDefinedInPython(const PythonCall& call) {
  if (!call.is_operator()) return false;
  for (const IndexedFile* file : input_.index.FilesWithWord(call.name)) {
    Poll();
    for (absl::string_view maker : {"Library", "custom_op", "triton_op", "define"}) {
      if (file->HasIdentifier(maker)) return true;
    }
  }
  return false;
}

const std::vector<Bound>& Extensions::bound(Side side) {
  const MutexLock lock(mutex_);
  return SideOf(side).bound;
}

void Extensions::WithTree(
    Side side, const std::function<void(CppTree& tree, const std::vector<Bound>& bound)>& ask) {
  const MutexLock lock(mutex_);
  OneSide& one = SideOf(side);
  ask(*one.tree, one.bound);
}

bool Extensions::is_complete(Side side) {
  const MutexLock lock(mutex_);
  return SideOf(side).tree->is_complete() && input_.texts.is_complete() &&
         input_.index.is_complete();
}

std::shared_ptr<Extensions> ExtensionsOf(const ExtensionsInput& input) {
  return input.texts.Shared<Extensions>([&] { return std::make_shared<Extensions>(input); });
}

std::shared_ptr<Extensions> ExtensionsOf(const change::AnalysedChange& change) {
  return ExtensionsOf({.texts = change.texts(),
                       .index = change.index(),
                       .python_files = change.files(),
                       .cpp_files = change.cpp_files()});
}

}  // namespace allreview::extensions
