// Prints every metric of gateway/metrics/metrics.h: name, type, labels and meaning, between tabs.

#include <iostream>

#include "gateway/metrics/metrics.h"

int main() {
  for (const allreview::host::MetricInfo& metric : allreview::gateway::PlatformMetrics()) {
    const char* kinds[] = {"counter", "gauge", "histogram"};
    std::cout << metric.name << "\t" << kinds[static_cast<int>(metric.kind)] << "\t"
              << metric.labels << "\t" << metric.help << "\n";
  }
}
