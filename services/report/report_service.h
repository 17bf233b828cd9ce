#ifndef SERVICES_REPORT_REPORT_SERVICE_H_
#define SERVICES_REPORT_REPORT_SERVICE_H_

// The report service: decides what is shown, concludes, and renders documents.
//
//   std::unique_ptr<grpc::Service> service = NewReportService();
//
// Keeps no state; safe from any thread.

#include <memory>

#include "grpcpp/impl/service_type.h"

namespace allreview {

std::unique_ptr<grpc::Service> NewReportService();

}  // namespace allreview

#endif  // SERVICES_REPORT_REPORT_SERVICE_H_
