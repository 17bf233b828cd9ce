#include "base/log.h"

#include <unistd.h>

#include <atomic>
#include <cctype>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "base/log_writer.h"

namespace allreview {
namespace {

std::atomic<LogLevel> min_level{LogLevel::kInfo};
std::atomic<LogSink> log_sink = nullptr;

absl::string_view Name(LogLevel level) {
  switch (level) {
    case LogLevel::kInfo:
      return "INFO";
    case LogLevel::kWarning:
      return "WARNING";
    case LogLevel::kError:
    case LogLevel::kNone:
      return "ERROR";
  }
  return "ERROR";
}

bool IsPlain(absl::string_view value) {
  if (value.empty()) return false;
  for (unsigned char c : value) {
    if (!std::isgraph(c) || c == '"' || c == '=' || c == '\\') return false;
  }
  return true;
}

std::string Quoted(absl::string_view value) {
  return absl::StrCat("\"", absl::Utf8SafeCEscape(value), "\"");
}

}  // namespace

void SetLogSink(LogSink sink) { log_sink = sink; }

void SetMinLogLevel(LogLevel level) { min_level = level; }

std::string FormatLogLine(LogLevel level, absl::string_view message,
                          std::initializer_list<std::pair<absl::string_view, std::string>> fields) {
  std::string line = absl::StrCat(Name(level), " msg=", Quoted(message));
  for (const auto& [key, value] : fields) {
    absl::StrAppend(&line, " ", key, "=", IsPlain(value) ? value : Quoted(value));
  }
  return line;
}

std::string TimedLogLine(LogLevel level, absl::string_view message,
                         std::initializer_list<std::pair<absl::string_view, std::string>> fields) {
  return absl::StrCat(absl::FormatTime("%Y-%m-%dT%H:%M:%E3SZ", absl::Now(), absl::UTCTimeZone()),
                      " ", FormatLogLine(level, message, fields), "\n");
}

void Log(LogLevel level, absl::string_view message,
         std::initializer_list<std::pair<absl::string_view, std::string>> fields) {
  if (level < min_level.load()) return;
  const std::string line = TimedLogLine(level, message, fields);
  if (const LogSink sink = log_sink) return sink(line);
  // One write per line, so that lines of several threads do not mix.
  const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
  (void)written;
}

}  // namespace allreview
