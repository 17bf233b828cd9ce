#ifndef SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_PARTICIPANTS_H_
#define SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_PARTICIPANTS_H_

// Who takes part in a sequence of calls: the methods of one class are one participant, the
// functions of one file another.

#include <string>

#include "absl/strings/string_view.h"
#include "services/report/diagrams/sequence.h"
#include "services/report/story/model_index.h"

namespace allreview::report::deep_dive {

class Participants {
 public:
  // Borrows the index.
  explicit Participants(const ModelIndex& index) : index_(index) {}

  // The key of whoever has the function; it is added where it is not there yet.
  std::string Join(const std::string& id, Sequence& sequence) const;

 private:
  absl::string_view OwnerOf(absl::string_view path, absl::string_view name) const;

  const ModelIndex& index_;
};

// Both classes inherit from the same one, as far as the model knows.
bool ShareBase(const ModelIndex& index, const std::string& a, const std::string& b);

}  // namespace allreview::report::deep_dive

#endif  // SERVICES_REPORT_DOCUMENTS_DEEP_DIVE_PARTICIPANTS_H_
