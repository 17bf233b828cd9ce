#include "host/main.h"

#include "services/report/report_service.h"

int main(int argc, char** argv) {
  return allreview::host::Main(
      argc, argv,
      {.name = "allreview-report",
       .summary = "Decides what a review shows, concludes, and renders documents.",
       .port = 50054,
       .needs = {.profile = allreview::host::ConfineProfile::kCompute},
       .make = [](const allreview::host::Environment&) { return allreview::NewReportService(); }});
}
