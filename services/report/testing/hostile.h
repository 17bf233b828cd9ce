#ifndef SERVICES_REPORT_TESTING_HOSTILE_H_
#define SERVICES_REPORT_TESTING_HOSTILE_H_

// Random reviews whose names, texts and code try to break out of documents.

#include <cstdint>

#include "services/report/assembly/assemble.h"

namespace allreview::report {

// The same review for the same seed.
Assembly HostileReview(uint32_t seed);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_TESTING_HOSTILE_H_
