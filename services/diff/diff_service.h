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

#include <memory>

#include "grpcpp/impl/service_type.h"

namespace allreview {

std::unique_ptr<grpc::Service> NewDiffService();

}  // namespace allreview

#endif  // SERVICES_DIFF_DIFF_SERVICE_H_
