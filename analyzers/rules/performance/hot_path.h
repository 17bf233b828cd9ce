#ifndef ANALYZERS_RULES_PERFORMANCE_HOT_PATH_H_
#define ANALYZERS_RULES_PERFORMANCE_HOT_PATH_H_

// Whether a function runs in every training step, by the calls of its own file.
//
//   std::optional<HotPath> path = FindHotPath(module, function);
//   path->hops: forward -> _route -> function
//
// Hot is what a root reaches within three calls without passing a cold function. Roots: forward and
// backward of modules and autograd functions, and the functions that training loops are made of.
// Cold by name: set-up, checkpoints, logging, evaluation, configuration.

#include <optional>
#include <string>
#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/rules/finding.h"

namespace allreview::rules {

struct HotPath {
  CallChain chain;  // From the root to the function; its range is the definition.
};

std::optional<HotPath> FindHotPath(const python::Module& module,
                                   const python::Definition& function);

// Code in a hot function that does not run in every step, or is meant to wait: under a test that
// speaks of logging, debugging, first use and the like, in a raise, an assertion or a handler.
bool IsColdBlock(python::Node node);

// The path belongs to inference, where a step weighs less.
bool IsInferencePath(absl::string_view path);
// Tests, tools, data preparation, checkpoints and the like: never hot.
bool IsColdFile(absl::string_view path);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_HOT_PATH_H_
