#ifndef SERVICES_REPORT_TESTING_SAMPLE_H_
#define SERVICES_REPORT_TESTING_SAMPLE_H_

// Invented reviews for tests: services/report/testing/samples/<name>.textpb.

#include <string>
#include <vector>

#include "proto/report/v1/report.pb.h"
#include "services/report/assembly/assemble.h"

namespace allreview::report {

// The messages of a sample in their order. Aborts when the file is not there or does not parse.
std::vector<report::v1::RenderRequest> LoadSample(const std::string& name);

// All samples.
std::vector<std::string> SampleNames();

Assembly AssembleSample(const std::string& name);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_TESTING_SAMPLE_H_
