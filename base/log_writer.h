#ifndef BASE_LOG_WRITER_H_
#define BASE_LOG_WRITER_H_

// What log.cc and log_thread.cc know of each other.

#include <initializer_list>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "base/log.h"

namespace allreview {

// With time and line end.
std::string TimedLogLine(LogLevel level, absl::string_view message,
                         std::initializer_list<std::pair<absl::string_view, std::string>> fields);

// Where Log puts its lines from now on. Null, as at the start: standard error, at once.
using LogSink = void (*)(absl::string_view line);
void SetLogSink(LogSink sink);

}  // namespace allreview

#endif  // BASE_LOG_WRITER_H_
