#include "review/code_change.h"

#include <algorithm>

#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"

namespace allreview {
namespace {

using Lines = std::vector<std::string>;

Lines LinesOf(const std::string& code) {
  if (code.empty()) return {};
  return absl::StrSplit(absl::StripSuffix(CleanBlock(code), "\n"), '\n');
}

// Drops what both begin with, then what both end with.
void DropCommon(Lines& before, Lines& after) {
  const auto [first, second] =
      std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  before.erase(before.begin(), first);
  after.erase(after.begin(), second);
  const auto [last, other] =
      std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend());
  before.erase(last.base(), before.end());
  after.erase(other.base(), after.end());
}

void DropIndentation(Lines& removed, Lines& added) {
  size_t shared = std::string::npos;
  for (const Lines* lines : {&removed, &added}) {
    for (const std::string& line : *lines) {
      shared = std::min(shared, line.find_first_not_of(" \t"));  // npos: blank.
    }
  }
  for (Lines* lines : {&removed, &added}) {
    for (std::string& line : *lines) line.erase(0, shared);
  }
}

}  // namespace

CodeChange CodeChangeOf(const finding::v1::Finding& finding) {
  if (finding.after_code().empty()) return {};
  CodeChange change = {.removed = LinesOf(finding.before_code()),
                       .added = LinesOf(finding.after_code())};
  DropCommon(change.removed, change.added);
  DropIndentation(change.removed, change.added);
  return change;
}

}  // namespace allreview
