#ifndef SERVICES_NUMERICS_REPORT_CONVERSION_H_
#define SERVICES_NUMERICS_REPORT_CONVERSION_H_

#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/numerics/check/report.h"
#include "proto/numerics/v1/numerics.pb.h"

namespace allreview::numerics {

struct ReportContext {
  absl::string_view expression;  // For people.
  absl::string_view backend;     // As results name it.
  uint64_t seed = 0;
};

// One format of a report, with everything that was measured in it.
v1::FormatResult ToProto(const FormatReport& report, const ReportContext& context);

// A witness without simple numbers is described by the place of its row.
finding::v1::Measurement MeasurementOf(const FormatReport& report, const ReportContext& context);

// "lost", "nan", "infinite", "zero"…
absl::string_view StateName(LaneState state);

}  // namespace allreview::numerics

#endif  // SERVICES_NUMERICS_REPORT_CONVERSION_H_
