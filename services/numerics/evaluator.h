#ifndef SERVICES_NUMERICS_EVALUATOR_H_
#define SERVICES_NUMERICS_EVALUATOR_H_

// The service without its transport: from a request to its answers.
//
//   Evaluator evaluator(*std::move(opened), {.threads = 2});
//   absl::Status status = evaluator.Evaluate(request, control, send);
//
// Safe from any thread.

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "analyzers/numerics/cuda/open_backend.h"
#include "base/call_control.h"
#include "proto/numerics/v1/numerics.pb.h"
#include "services/numerics/measure.h"
#include "services/numerics/result_cache.h"

namespace allreview::numerics {

struct EvaluatorOptions {
  int threads = 1;  // Of requests that do not say.
  size_t cache_bytes = 32 << 20;
};

class Evaluator {
 public:
  // Gets each answer as soon as it is there. An error ends the evaluation and is passed on.
  using Receiver = std::function<absl::Status(v1::EvaluateResponse)>;

  Evaluator(OpenedBackend opened, EvaluatorOptions options);

  // What cannot be read or measured is an answer that says why. Fails with kInvalidArgument for a
  // request that no caller should make.
  absl::Status Evaluate(const v1::EvaluateRequest& request, const CallControl& control,
                        const Receiver& receive);

  absl::StatusOr<v1::EvaluateResponse> Replay(const v1::ReplayRequest& request) const;

  v1::GetCapabilitiesResponse Capabilities(const v1::GetCapabilitiesRequest& request) const;

 private:
  absl::StatusOr<MeasureOptions> OptionsOf(const v1::EvaluateRequest& request,
                                           const CallControl& control) const;
  absl::StatusOr<v1::EvaluateResponse> MeasureText(const v1::Text& text, MeasureOptions options,
                                                   const v1::EvaluateRequest& request);
  absl::StatusOr<v1::EvaluateResponse> MeasureExpression(const v1::Expression& expression,
                                                         const MeasureOptions& options);
  absl::StatusOr<v1::EvaluateResponse> MeasureChange(const v1::ChangedExpression& change,
                                                     const MeasureOptions& options);
  // One answer for each expression of the functions, then one for each that is not measured.
  absl::Status MeasureSource(const v1::Code& code, const MeasureOptions& options,
                             const v1::EvaluateRequest& request, const Receiver& receive);
  // One answer for each core.
  absl::Status MeasureFpcores(const std::string& text, const MeasureOptions& options,
                              const v1::EvaluateRequest& request, const Receiver& receive);
  absl::StatusOr<v1::EvaluateResponse> MeasureGraph(const Graph& graph,
                                                    const MeasureOptions& options);

  const OpenedBackend opened_;
  const EvaluatorOptions options_;
  ResultCache cache_;
};

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_EVALUATOR_H_
