#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_BLOCKS_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_BLOCKS_H_

// Follows the conditions and loops of a function's steps as blocks of a sequence diagram.
//
//   BlockWalker blocks(language, [&](SequenceItem item) { sequence.Add(item); });
//   for (int i = 0; i < steps.size(); ++i) {
//     blocks.Enter(steps, i);   // Ends what steps[i] is no longer in, opens what it begins.
//     ...
//   }
//   blocks.Finish();

#include <functional>
#include <vector>

#include "google/protobuf/repeated_field.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "sentences/phrase.h"
#include "services/report/diagrams/sequence.h"

namespace allreview::report::deep_dive {

class BlockWalker {
 public:
  using Steps = google::protobuf::RepeatedPtrField<analysis::v1::Step>;

  BlockWalker(Language language, std::function<void(SequenceItem)> add)
      : language_(language), add_(std::move(add)) {}

  void Enter(const Steps& steps, int i);
  // Ends the blocks in which the step does not stand.
  void Leave(const analysis::v1::Step& step);
  void Finish();

 private:
  void CloseTo(int depth);

  Language language_;
  std::function<void(SequenceItem)> add_;
  std::vector<int> depths_;  // Of the open blocks.
};

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_BLOCKS_H_
