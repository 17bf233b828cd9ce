#ifndef BASE_STATUS_MATCHERS_H_
#define BASE_STATUS_MATCHERS_H_

// GoogleTest vocabulary for absl::Status and absl::StatusOr.
//
//   ASSERT_OK(WriteFile(path, text));
//   ASSERT_OK_AND_ASSIGN(std::string text, ReadFile(path));
//   EXPECT_THAT(Parse("x"), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("line 3")));

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }

template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& result) {
  return result.status();
}

MATCHER(IsOk, negation ? "is an error" : "is OK") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << status.ToString();
  return status.ok();
}

MATCHER_P2(StatusIs, code, message, "") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << status.ToString();
  return status.code() == code &&
         ::testing::ExplainMatchResult(message, std::string(status.message()), result_listener);
}

}  // namespace allreview

#define ASSERT_OK(expression) ASSERT_THAT(expression, ::allreview::IsOk())
#define EXPECT_OK(expression) EXPECT_THAT(expression, ::allreview::IsOk())

#define ALLREVIEW_TEST_CONCAT_INNER_(a, b) a##b
#define ALLREVIEW_TEST_CONCAT_(a, b) ALLREVIEW_TEST_CONCAT_INNER_(a, b)

#define ASSERT_OK_AND_ASSIGN(declaration, expression)                                            \
  ALLREVIEW_ASSERT_OK_AND_ASSIGN_(ALLREVIEW_TEST_CONCAT_(test_statusor_, __LINE__), declaration, \
                                  expression)

#define ALLREVIEW_ASSERT_OK_AND_ASSIGN_(name, declaration, expression) \
  auto name = (expression);                                            \
  ASSERT_THAT(name, ::allreview::IsOk());                              \
  declaration = *std::move(name)

#endif  // BASE_STATUS_MATCHERS_H_
