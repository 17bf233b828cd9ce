#ifndef SERVICES_DIFF_DIFF_SERVICE_H_
#define SERVICES_DIFF_DIFF_SERVICE_H_

// proto/diff/v1 over the engine of analyzers/diff.
//
//   std::unique_ptr<grpc::Service> service = NewDiffService();
//   builder.RegisterService(service.get());
//
// Stateless and safe from any thread. During a call it holds the text, the model (a few per cent of
// it) and one outgoing message. INVALID_ARGUMENT: options after the first message, or out of range.
// A text that is no diff is no failure of the call, but a Diagnostic.
//
// Each call has a budget. Parsing, classes and counts must fit into it, else the call ends with
// RESOURCE_EXHAUSTED, which says what to do. The search for moved blocks and the comparison of
// lines are optional and have shares of their own: where one is used up, the rest is left out and a
// warning says so. Lines that moved then count as new ones, so that more is reviewed, not less.

#include <cstdint>
#include <memory>

#include "grpcpp/impl/service_type.h"

namespace allreview {

// What one call may take. Its wall time is the caller's deadline, when it is cancelled.
struct DiffBudget {
  double cpu_seconds = 10;
  double cpu_seconds_of_mebibyte = 1.0 / 64;  // More for each of the text.
  double cpu_seconds_of_moves = 3;            // Of these.
  double cpu_seconds_of_pairs = 4;            // Likewise.
  int64_t memory_bytes = 768 << 20;           // And as many as the text has.
};

std::unique_ptr<grpc::Service> NewDiffService(const DiffBudget& budget = {});

}  // namespace allreview

#endif  // SERVICES_DIFF_DIFF_SERVICE_H_
