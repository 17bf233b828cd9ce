#include "services/numerics/replay_conversion.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/numerics/arithmetic/decimal.h"
#include "analyzers/numerics/arithmetic/format_names.h"
#include "services/numerics/formats.h"

namespace allreview::numerics {

v1::EvaluateResponse ToProto(const Replayed& replayed) {
  v1::EvaluateResponse response;
  v1::FormatResult& result = *response.add_results();
  result.set_format(ToProto(replayed.format));
  finding::v1::Measurement& measurement = *result.mutable_measurement();
  measurement.set_format(std::string(FormatName(replayed.format)));
  measurement.set_verdict(std::string(FailureName(replayed.cause.failure)));
  for (const auto& [name, value] : replayed.inputs) {
    measurement.add_witness_inputs(
        absl::StrCat(name, "=", ShortestDecimal(replayed.format, value)));
  }
  measurement.set_result(ShortestDecimal(replayed.format, replayed.tested));
  measurement.set_reference(ShortestDecimal(Format::kFp32, static_cast<float>(replayed.reference)));
  measurement.set_failures(measurement.verdict() == "ok" ? 0 : 1);
  measurement.set_samples(1);
  return response;
}

}  // namespace allreview::numerics
