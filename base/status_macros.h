#ifndef BASE_STATUS_MACROS_H_
#define BASE_STATUS_MACROS_H_

// Early returns for absl::Status and absl::StatusOr. For .cc files only.
//
//   RETURN_IF_ERROR(Validate(request));
//   ASSIGN_OR_RETURN(std::string text, ReadFile(path));

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#define RETURN_IF_ERROR(expression)                           \
  do {                                                        \
    if (absl::Status status_ = (expression); !status_.ok()) { \
      return status_;                                         \
    }                                                         \
  } while (false)

#define ALLREVIEW_CONCAT_INNER_(a, b) a##b
#define ALLREVIEW_CONCAT_(a, b) ALLREVIEW_CONCAT_INNER_(a, b)

#define ASSIGN_OR_RETURN(declaration, expression) \
  ALLREVIEW_ASSIGN_OR_RETURN_(ALLREVIEW_CONCAT_(statusor_, __LINE__), declaration, expression)

#define ALLREVIEW_ASSIGN_OR_RETURN_(name, declaration, expression) \
  auto name = (expression);                                        \
  if (!name.ok()) return std::move(name).status();                 \
  declaration = *std::move(name)

#endif  // BASE_STATUS_MACROS_H_
