#ifndef REVIEW_REPORTED_H_
#define REVIEW_REPORTED_H_

// What belongs into formats for machines and lists, which have no budget.

#include <string>
#include <vector>

#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview {

// All findings but those that the code suppresses, that are less severe than asked for, and that
// only count: of rules on probation and of the baseline.
bool IsReported(finding::v1::Shown shown);

// Files as they are at a commit: nobody changed anything.
bool IsScan(const review::v1::Review& review);

// Of the paths to which policy limits what is reported: those in which no file lies that was read.
std::vector<std::string> PathsWithoutFiles(const review::v1::Review& review);

}  // namespace allreview

#endif  // REVIEW_REPORTED_H_
