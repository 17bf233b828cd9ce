#ifndef BASE_LOG_H_
#define BASE_LOG_H_

// One line per event on standard error, as key=value pairs:
//
//   Log(LogLevel::kInfo, "review done", {{"pr", "42"}, {"findings", "7"}});
//   -> 2026-03-01T10:00:00.123Z INFO msg="review done" pr=42 findings=7
//
// INFO: state changes and one line per request. WARNING: degraded but answered. ERROR: a person
// should look. Never source code, tokens or diffs. Safe from any thread; a line is written at once.

#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"

namespace allreview {

enum class LogLevel { kInfo, kWarning, kError, kNone };

// Lines below `level` are dropped. Default: kInfo.
void SetMinLogLevel(LogLevel level);

void Log(LogLevel level, absl::string_view message,
         std::initializer_list<std::pair<absl::string_view, std::string>> fields = {});

// The line without time stamp, for tests: `INFO msg="review done" pr=42`. Values with spaces,
// quotes or control characters are quoted and escaped.
std::string FormatLogLine(LogLevel level, absl::string_view message,
                          std::initializer_list<std::pair<absl::string_view, std::string>> fields);

}  // namespace allreview

#endif  // BASE_LOG_H_
