#ifndef GATEWAY_QUESTION_QUESTION_H_
#define GATEWAY_QUESTION_QUESTION_H_

// What a question about code asks for, by the words that people use for it.
//
//   ParseQuestion("Audit the backward pass in streaming.py for numerical stability at T=400K")
//     ->  numerics; names {"backward"}; paths {"streaming.py"}; T = 400,000
//
// English and Chinese. Words decide, not grammar: no question is ever guessed at, and what is not
// understood is an error with examples. Pure.

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::gateway {

struct Question {
  report::v1::AuditFocus focus;
  bool is_about_change = false;  // "this PR", "the diff".
  bool is_chinese = false;
};

// kInvalidArgument: no word of it names anything that an audit answers.
absl::StatusOr<Question> ParseQuestion(absl::string_view text);

}  // namespace allreview::gateway

#endif  // GATEWAY_QUESTION_QUESTION_H_
