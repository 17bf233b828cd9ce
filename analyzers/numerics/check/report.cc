#include "analyzers/numerics/check/report.h"

#include <algorithm>

namespace allreview::numerics {

double FormatReport::rate() const {
  return samples == 0 ? 0 : static_cast<double>(failures) / static_cast<double>(samples);
}

double FormatReport::rate_bound() const {
  if (samples == 0) return 1;
  // No failure in n independent samples: the rate is below 3 / n with 95 % confidence.
  return failures == 0 ? std::min(1.0, 3.0 / static_cast<double>(samples)) : rate();
}

double FormatReport::mean_ulp() const {
  const uint64_t judged = realistic.good + realistic.lost;
  return judged == 0 ? 0
                     : static_cast<double>(realistic.distance_sum) / static_cast<double>(judged);
}

}  // namespace allreview::numerics
