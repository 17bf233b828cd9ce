#ifndef REVIEW_CODE_CHANGE_H_
#define REVIEW_CODE_CHANGE_H_

// The lines that a proposed edit removes and adds. Pure.

#include <string>
#include <vector>

#include "proto/finding/v1/finding.pb.h"

namespace allreview {

// Lines fit for display, without those that both sides begin or end with, and without the
// indentation that all of them have.
struct CodeChange {
  std::vector<std::string> removed;
  std::vector<std::string> added;
};

// Of before_code and after_code. Empty: the finding proposes none.
CodeChange CodeChangeOf(const finding::v1::Finding& finding);

}  // namespace allreview

#endif  // REVIEW_CODE_CHANGE_H_
