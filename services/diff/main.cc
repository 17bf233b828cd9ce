#include "host/main.h"

#include "services/diff/diff_service.h"

int main(int argc, char** argv) {
  return allreview::host::Main(
      argc, argv,
      {.name = "allreview-diff",
       .summary = "Turns the text of a change into files, hunks and lines.",
       .port = 50052,
       .needs = {.profile = allreview::host::ConfineProfile::kCompute},
       .make = [](const allreview::host::Environment&) { return allreview::NewDiffService(); }});
}
