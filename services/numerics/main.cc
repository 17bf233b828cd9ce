#include "host/main.h"

#include "base/status_macros.h"
#include "services/numerics/numerics_service.h"

namespace {

absl::StatusOr<std::unique_ptr<grpc::Service>> MakeService(
    const allreview::host::Environment& environment) {
  ASSIGN_OR_RETURN(const int64_t threads, environment.flags.GetInt("threads", 0));
  return allreview::NewNumericsService(
      {.threads = static_cast<int>(threads), .metrics = &environment.metrics});
}

}  // namespace

int main(int argc, char** argv) {
  return allreview::host::Main(
      argc, argv,
      {.name = "allreview-numerics",
       .summary = "Runs tensor expressions in the formats that training uses.",
       .port = 50055,
       .flags = {{.name = "threads",
                  .value = "N",
                  .help = "Threads for each expression. Default: 0, one per core.",
                  .max_number = 256}},
       .needs = {.profile = allreview::host::ConfineProfile::kCompute},
       .make = MakeService});
}
