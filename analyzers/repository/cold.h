#ifndef ANALYZERS_REPOSITORY_COLD_H_
#define ANALYZERS_REPOSITORY_COLD_H_

// What does not run in every training step, by its name, its path or the condition around it; and
// what runs while a CUDA graph is captured.

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::repository {

// Set-up, checkpoints, logging, evaluation, configuration, special methods.
bool IsColdName(absl::string_view simple_name);

// Tests, tools, data preparation, checkpoints, servers and the like. Examples are not cold.
bool IsColdPath(absl::string_view path);

// The path belongs to inference.
bool IsInferencePath(absl::string_view path);

// The node lies under a test that speaks of logging, debugging, first use and the like, or in a
// raise, an assertion or a handler.
bool IsColdBlock(python::Node node);

// A condition, as text, that speaks of logging, debugging, first use and the like.
bool IsRareCondition(absl::string_view condition);

// What is directly inside of the node is cold: a branch of a rare condition, a raise...
bool StartsColdBlock(python::Node node);

// The node is the body of `with torch.cuda.graph(...)`, which may not wait for the device.
bool StartsCapture(const python::Module& module, python::Node node);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_COLD_H_
