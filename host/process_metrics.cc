#include "host/process_metrics.h"

#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace allreview::host {
namespace {

// Fields of /proc/self/stat, counted from the state, which follows the name in parentheses.
enum StatField {
  kUserTicks = 11,
  kSystemTicks = 12,
  kThreads = 17,
  kStartTicks = 19,
  kVirtualBytes = 20,
  kResidentPages = 21
};

std::string ReadProc(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> StatFields() {
  const std::string text = ReadProc("/proc/self/stat");
  const size_t name_end = text.rfind(") ");  // The name may hold anything.
  if (name_end == std::string::npos) return {};
  return absl::StrSplit(text.substr(name_end + 2), ' ');
}

std::optional<double> NumberAt(const std::vector<std::string>& fields, StatField field) {
  double value = 0;
  if (fields.size() <= static_cast<size_t>(field)) return std::nullopt;
  if (!absl::SimpleAtod(fields[field], &value)) return std::nullopt;
  return value;
}

// Seconds since 1970 at which the machine started.
std::optional<double> BootTime() {
  for (absl::string_view line : absl::StrSplit(ReadProc("/proc/stat"), '\n')) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    double value = 0;
    if (words.size() == 2 && words[0] == "btime" && absl::SimpleAtod(words[1], &value)) {
      return value;
    }
  }
  return std::nullopt;
}

std::optional<double> OpenFiles() {
  std::error_code error;
  double count = 0;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end;
       !error && entry != end; entry.increment(error)) {
    ++count;
  }
  if (error) return std::nullopt;
  return count - 1;  // Less the one that reads the folder.
}

void Add(std::vector<prometheus::MetricFamily>& families, const char* name, const char* help,
         std::optional<double> value, bool is_counter = false) {
  if (!value.has_value()) return;
  prometheus::ClientMetric metric;
  (is_counter ? metric.counter.value : metric.gauge.value) = *value;
  prometheus::MetricFamily& family = families.emplace_back();
  family.name = name;
  family.help = help;
  family.type = is_counter ? prometheus::MetricType::Counter : prometheus::MetricType::Gauge;
  family.metric.push_back(metric);
}

}  // namespace

std::vector<prometheus::MetricFamily> ProcessMetrics() {
  static const double ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  static const double page = static_cast<double>(sysconf(_SC_PAGESIZE));
  static const std::optional<double> boot = BootTime();
  const std::vector<std::string> stat = StatFields();
  const auto sum = [](std::optional<double> a, std::optional<double> b) -> std::optional<double> {
    if (!a.has_value() || !b.has_value()) return std::nullopt;
    return *a + *b;
  };
  const auto times = [](std::optional<double> a, double factor) -> std::optional<double> {
    if (!a.has_value()) return std::nullopt;
    return *a * factor;
  };
  rlimit files = {};
  const bool has_limit = getrlimit(RLIMIT_NOFILE, &files) == 0;

  std::vector<prometheus::MetricFamily> all;
  Add(all, "process_cpu_seconds_total", "Processor time used.",
      times(sum(NumberAt(stat, kUserTicks), NumberAt(stat, kSystemTicks)), 1 / ticks),
      /*is_counter=*/true);
  Add(all, "process_resident_memory_bytes", "Memory in use.",
      times(NumberAt(stat, kResidentPages), page));
  Add(all, "process_virtual_memory_bytes", "Address space in use.", NumberAt(stat, kVirtualBytes));
  Add(all, "process_open_fds", "Open file descriptors.", OpenFiles());
  Add(all, "process_max_fds", "Limit of open file descriptors.",
      has_limit ? std::optional<double>(static_cast<double>(files.rlim_cur)) : std::nullopt);
  Add(all, "process_threads", "Threads.", NumberAt(stat, kThreads));
  Add(all, "process_start_time_seconds", "When the process started, in seconds since 1970.",
      sum(boot, times(NumberAt(stat, kStartTicks), 1 / ticks)));
  return all;
}

}  // namespace allreview::host
