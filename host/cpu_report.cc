#include "host/cpu_report.h"

#include <cmath>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace allreview::host {

void ReportCpuSeconds(double seconds, grpc::ServerContext& context) {
  context.AddTrailingMetadata(kCpuSecondsKey, absl::StrCat(seconds));
}

double ReportedCpuSeconds(const grpc::ClientContext& context) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto entry = trailers.find(kCpuSecondsKey);
  double seconds = 0;
  if (entry == trailers.end()) return 0;
  const absl::string_view text(entry->second.data(), entry->second.size());
  const bool is_time = absl::SimpleAtod(text, &seconds) && std::isfinite(seconds) && seconds > 0;
  return is_time ? seconds : 0;
}

}  // namespace allreview::host
