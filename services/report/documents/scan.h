#ifndef SERVICES_REPORT_DOCUMENTS_SCAN_H_
#define SERVICES_REPORT_DOCUMENTS_SCAN_H_

// The review of a scan: files as they are, nobody changed them. Every finding is listed, one to a
// line, below the numbers by rule and by folder.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// Reported findings of one rule or folder.
struct Tally {
  std::string name;
  int total = 0;
  int by_severity[4] = {};  // P0 to P3, without questions.
  int questions = 0;
};

// The most findings first, then by name. Praise does not count. A folder counts what lies directly
// in it; "." is the root.
std::vector<Tally> TallyByRule(const review::v1::Review& review);
std::vector<Tally> TallyByFolder(const review::v1::Review& review);

// "2 P0, 30 P2, 1 question".
std::string SeveritiesOf(Language language, const Tally& tally);

// "1,837 findings in 320 of 1,204 files".
std::string ScanSentence(Language language, const review::v1::Review& review);

std::string ScanMarkdown(Language language, const review::v1::Review& review);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_SCAN_H_
