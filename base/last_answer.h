#ifndef BASE_LAST_ANSWER_H_
#define BASE_LAST_ANSWER_H_

// Keeps the answer to the last question, where questions come in runs: what is asked of the path of
// a file is asked for each of its functions.
//
//   bool IsColdPath(absl::string_view path) {
//     thread_local LastAnswer<bool> last;
//     return last.To(path, [&] { return ...; });
//   }
//
// For one thread.

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace allreview {

template <typename Answer>
class LastAnswer {
 public:
  // Calls answer() for another question than the last.
  template <typename Function>
  const Answer& To(absl::string_view question, const Function& answer) {
    if (!answer_ || question_ != question) {
      answer_ = answer();
      question_ = std::string(question);
    }
    return *answer_;
  }

 private:
  std::string question_;
  std::optional<Answer> answer_;
};

}  // namespace allreview

#endif  // BASE_LAST_ANSWER_H_
