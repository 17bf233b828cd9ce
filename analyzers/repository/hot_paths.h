#ifndef ANALYZERS_REPOSITORY_HOT_PATHS_H_
#define ANALYZERS_REPOSITORY_HOT_PATHS_H_

// What runs in every step, and what a CUDA graph captures. Part of Project; one thread at a time.

#include <optional>
#include <string>
#include <unordered_map>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/call_graph.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class HotPaths {
 public:
  HotPaths(Names& names, ClassHierarchy& classes, CallGraph& calls)
      : names_(names), classes_(classes), calls_(calls) {}

  // See Project.
  std::optional<HotPath> Find(absl::string_view absolute_function);
  bool IsCaptured(absl::string_view absolute_function);

 private:
  std::optional<HotPath> Search(const std::string& canonical);
  // What makes the function an entry point of a step; empty: it is none.
  std::string RootKind(const Found& function);
  std::string MethodRootKind(absl::string_view owner, absl::string_view name);
  bool IsHook(const Found& function);
  bool SearchCapture(const std::string& canonical);
  // By itself, not by its callers.
  bool StartsCapture(const std::string& canonical);

  Names& names_;
  ClassHierarchy& classes_;
  CallGraph& calls_;
  std::unordered_map<std::string, std::optional<HotPath>> paths_;
  std::unordered_map<std::string, bool> captured_;
};

// Name of a function that is an entry point wherever it is defined; empty: it is none.
std::string RootKindOfName(absl::string_view simple_name);
// The same of a method of an optimizer.
bool IsOptimizerStep(absl::string_view method);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_HOT_PATHS_H_
