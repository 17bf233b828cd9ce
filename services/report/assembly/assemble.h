#ifndef SERVICES_REPORT_ASSEMBLY_ASSEMBLE_H_
#define SERVICES_REPORT_ASSEMBLY_ASSEMBLE_H_

// Turns the pieces of a review, in any order, into the finished review.
//
//   Assembler assembler;
//   assembler.Add(std::move(request));  // For each RenderRequest.
//   Assembly assembly = std::move(assembler).Finish();
//
// A review that was assembled before (RenderRequest.review) is taken as it is: its documents can be
// had again in other formats.
//
// The result does not depend on the order of the pieces, nor does it drop any finding. It is in
// English but for its comments, which are in the language that policy names (`review.language`).
// What is shown, what became of each file and the conclusion: review/decision.h.

#include <vector>

#include "proto/diff/v1/diff.pb.h"
#include "proto/report/v1/report.pb.h"
#include "proto/review/v1/review.pb.h"
#include "services/report/assembly/suggestion.h"

namespace allreview::report {

// What documents and formats are rendered from.
struct Assembly {
  review::v1::Review review;
  report::v1::RenderOptions options;
  SourceLines lines;  // For excerpts and suggestions; not part of the review.
};

class Assembler {
 public:
  // A second message with options replaces the first.
  void Add(report::v1::RenderRequest request);

  Assembly Finish() &&;

 private:
  void AddFile(const diff::v1::DiffFile& file);
  void TakeAssembled(review::v1::Review review);

  Assembly assembly_;
  bool is_assembled_ = false;
  std::vector<finding::v1::Finding> findings_;
  std::vector<change::v1::LedgerEntry> reported_;
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_ASSEMBLY_ASSEMBLE_H_
