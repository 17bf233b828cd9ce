#ifndef ANALYZERS_TORCH_HOST_SYNC_H_
#define ANALYZERS_TORCH_HOST_SYNC_H_

// Does a call make the CPU wait for the GPU? Rules and documents ask here. Which functions and
// methods wait stands in the table of APIs (apis.h).
//
//   if (const HostSync sync = FindHostSync(module, values, call)) Report(sync.operation);
//
// By the text of one file: what certainly lives on the CPU makes nobody wait, nor does what is not
// certainly a tensor, except for `.item()`, which little else has.

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/python/values.h"

namespace allreview::torch {

struct HostSync {
  enum class Kind {
    kCopy,    // A value comes to the CPU: .item(), .cpu(), .tolist(), float(x).
    kDevice,  // torch.cuda.synchronize()
    kStream,  // stream.synchronize(), event.synchronize(): the way to wait for one piece of work.
    kSize,    // The size of the result depends on the values: nonzero, unique.
  };
  std::string operation;  // ".item()", "float()", "nonzero()"; empty: nobody waits.
  python::Node tensor;    // Whose values the CPU needs; null: none.
  Kind kind = Kind::kCopy;
  explicit operator bool() const { return !operation.empty(); }
};

// `.numpy()` is none: it fails for a tensor of the GPU.
HostSync FindHostSync(const python::Module& module, const python::Values& values,
                      python::Node call);

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_HOST_SYNC_H_
