#ifndef ANALYZERS_EXTENSIONS_EXTENSIONS_H_
#define ANALYZERS_EXTENSIONS_EXTENSIONS_H_

// C++ and CUDA as Python sees it, around a change: what extension modules and operators bind, with
// which C++ functions, and which Python calls get there.
//
//   const std::shared_ptr<Extensions> extensions = ExtensionsOf(change);
//   if (!extensions->IsConcerned()) return;  // Cheap; what follows reads the C++ files.
//   for (const PythonCall& call : extensions->CallsIn("pkg/ops.py")) {
//     for (const Bound* bound : extensions->BoundTo(call, Side::kRight)) ...
//   }
//
// A Python module is an extension when no Python file is it and PYBIND11_MODULE names it, or when
// scripts that build extensions name it and most of what the repository calls of it is bound in the
// same file: TORCH_EXTENSION_NAME says nothing of the name. Several files may be built under one
// name (variants for other devices): a name then has all their bindings. What a script builds and
// loads itself (loaded_modules.h) is a module, too: "ScaleBuilder().load()".
//
// Answers live as long as it. Safe from any thread.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/change/analysed_file.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/extensions/bound_names.h"
#include "analyzers/extensions/loaded_modules.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/repository_index.h"
#include "base/mutex.h"

namespace allreview::extensions {

// A call of what an extension may bind: transformer_engine_torch.quantize(…), torch.ops.my.f(…).
struct PythonCall {
  const repository::IndexedFile* file = nullptr;
  const repository::CallFacts* call = nullptr;
  std::string module;  // "transformer_engine_torch", "torch.ops.my".
  std::string holder;  // Submodule; empty: none.
  std::string name;
  bool is_operator() const;
};

// All borrowed.
struct ExtensionsInput {
  change::RepositoryTexts& texts;
  repository::RepositoryIndex& index;
  const std::vector<change::AnalysedFile>& python_files;
  const std::vector<change::AnalysedCppFile>& cpp_files;
};

class Extensions {
 public:
  explicit Extensions(const ExtensionsInput& input) : input_(input) {}

  // The change touches a C++ file that binds something or the parameters of a C++ function, or a
  // Python file that may call an extension.
  bool IsConcerned();

  // Calls of the Python file that may lead into an extension of this repository, in source order.
  const std::vector<PythonCall>& CallsIn(const repository::IndexedFile& file);
  // All such calls of a bound name, in the repository after the change.
  std::vector<PythonCall> CallsOf(const Bound& bound);
  // What the call may mean: all bindings of that name, overloads, variants. Empty: none is known.
  std::vector<const Bound*> BoundTo(const PythonCall& call, change::Side side);
  // Files that bind the names of the call's module; empty: it is no extension of this repository.
  // nullopt: some of their bindings are not known.
  std::optional<std::vector<const CppFacts*>> FilesOf(const PythonCall& call);
  // Python may register the operator: torch.library.
  bool IsDefinedInPython(const PythonCall& call);

  const std::vector<Bound>& bound(change::Side side);
  // Calls `ask` with the tree, which it may have to parse more, while nobody else asks.
  void WithTree(change::Side side,
                const std::function<void(CppTree& tree, const std::vector<Bound>& bound)>& ask);
  // Everything on that side could be read.
  bool is_complete(change::Side side);

 private:
  struct OneSide {
    std::unique_ptr<CppTree> tree;
    std::vector<Bound> bound;
    std::map<std::string, std::vector<const Bound*>, std::less<>> by_name;
  };
  struct Module {
    bool is_extension = false;
    bool is_closed = true;        // All of its bindings are known.
    std::set<std::string> paths;  // Of its binding files.
  };
  OneSide& SideOf(change::Side side) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  const Module& ModuleOf(const std::string& name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  Module FindModule(const std::string& name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool MayBeExtension(const std::string& name) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::set<std::string> NamesUsedOf(const std::string& module)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::set<std::string> NamesBoundIn(const std::string& path) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool IsClosed(const std::string& path) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::optional<PythonCall> CallOf(const repository::IndexedFile& file,
                                   const repository::CallFacts& call)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Calls of what a script loads, parsed at the first question.
  const std::vector<LoadedCall>& LoadedCallsIn(const repository::IndexedFile& file)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Classes that say from which sources they build a module, with the files that define them.
  using Builders = std::map<std::string, std::vector<std::string>, std::less<>>;
  const Builders& BuildersOf() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::set<std::string> PathsOfBuilder(absl::string_view builder)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Null: it cannot be had.
  const python::Module* Parsed(const std::string& path) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool CallsExtension(const repository::IndexedFile& file) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const ExtensionsInput input_;
  Mutex mutex_;
  FactsStore store_ ABSL_GUARDED_BY(mutex_);
  OneSide left_ ABSL_GUARDED_BY(mutex_), right_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, Module> modules_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, bool> may_be_extension_ ABSL_GUARDED_BY(mutex_);
  std::map<const repository::IndexedFile*, std::vector<PythonCall>> calls_ ABSL_GUARDED_BY(mutex_);
  std::map<const repository::IndexedFile*, std::vector<LoadedCall>> loaded_ ABSL_GUARDED_BY(mutex_);
  std::optional<Builders> builders_ ABSL_GUARDED_BY(mutex_);
  std::map<std::string, std::unique_ptr<python::Module>> parsed_ ABSL_GUARDED_BY(mutex_);
  std::optional<bool> is_concerned_ ABSL_GUARDED_BY(mutex_);
};

// The one of the change, made at the first question.
std::shared_ptr<Extensions> ExtensionsOf(const ExtensionsInput& input);
std::shared_ptr<Extensions> ExtensionsOf(const change::AnalysedChange& change);

}  // namespace allreview::extensions

#endif  // ANALYZERS_EXTENSIONS_EXTENSIONS_H_
