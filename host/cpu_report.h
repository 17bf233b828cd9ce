#ifndef HOST_CPU_REPORT_H_
#define HOST_CPU_REPORT_H_

// How much CPU time a service took for a call, as trailing metadata.
//
//   ReportCpuSeconds(budget.cpu_seconds(), *server_context);  // Before the call ends.
//   metrics.Count(kCpuSeconds, labels, ReportedCpuSeconds(*client_context));  // After Finish.

#include "grpcpp/client_context.h"
#include "grpcpp/server_context.h"

namespace allreview::host {

inline constexpr char kCpuSecondsKey[] = "allreview-cpu-seconds";

void ReportCpuSeconds(double seconds, grpc::ServerContext& context);

// 0: the service said nothing, or nothing that could be.
double ReportedCpuSeconds(const grpc::ClientContext& context);

}  // namespace allreview::host

#endif  // HOST_CPU_REPORT_H_
