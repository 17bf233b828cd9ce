#ifndef ANALYZERS_RULES_PERFORMANCE_HOT_PATH_H_
#define ANALYZERS_RULES_PERFORMANCE_HOT_PATH_H_

// Whether a function runs in every training step.
//
//   std::optional<HotPath> path = FindHotPath(file, function);
//   path->chain.hops: Layer.forward -> Layer._route -> permute
//
// Hot is what a root reaches within three calls without passing a cold function or block
// (reach/reach.h, repository/cold.h). What a CUDA graph captures is hot, too: the root is then
// "capture". The first question loads the index.

#include <optional>

#include "analyzers/python/module.h"
#include "analyzers/rules/finding.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

struct HotPath {
  CallChain chain;            // From the root to the function; the last range is its name.
  bool is_inference = false;  // A step of inference, where it weighs less.
  bool is_get_batch = false;  // Making a batch: some waits are expected there.
};

std::optional<HotPath> FindHotPath(const FileContext& file, const python::Definition& function);

// The node lies in the body of `with torch.cuda.graph(...)` in its function; not what that calls.
bool IsInCaptureRegion(const python::Module& module, Node node);
// The node runs while a CUDA graph is captured, as far as anyone can tell. Loads the index.
bool IsCaptured(const FileContext& file, Node node);
// The way to a node that IsCaptured: the function around it alone.
HotPath CapturePath(const python::Module& module, const python::Definition& function);

// The node runs whenever its function is on that path: no condition on the way to it, an early
// return included, leaves it to rare steps, or out of the capture.
bool RunsOn(const HotPath& path, const FileContext& file, Node node);

// Callers outside of tests never get to the node, by what they hand to the function around it.
bool IsOnlyForTests(const FileContext& file, Node node);

// See repository/cold.h.
bool IsColdBlock(python::Node node);
bool IsInferencePath(absl::string_view path);
bool IsColdFile(absl::string_view path);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_PERFORMANCE_HOT_PATH_H_
