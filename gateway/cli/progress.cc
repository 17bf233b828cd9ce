#include "gateway/cli/progress.h"

#include <unistd.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/mutex.h"
#include "gateway/cli/output.h"

namespace allreview::cli {
namespace {

constexpr int kDefaultColumns = 80;
constexpr char kEraseLine[] = "\r\033[K";

// The first `columns` code points of UTF-8 text.
std::string Truncate(const std::string& text, int columns) {
  size_t end = 0;
  for (int used = 0; end < text.size(); ++end) {
    const bool is_start = (static_cast<unsigned char>(text[end]) & 0xC0) != 0x80;
    if (is_start && used++ == columns) break;
  }
  return text.substr(0, end);
}

}  // namespace

std::string ProgressLine::Text(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string text = absl::StrCat("allreview: ", PrintableText(state_.stage));
  if (!state_.message.empty()) absl::StrAppend(&text, ": ", PrintableText(state_.message));
  if (state_.total > 0) absl::StrAppend(&text, " (", state_.done, "/", state_.total, ")");
  absl::StrAppendFormat(&text, " %.1f s", seconds);
  // One column less: the last one makes some terminals wrap, and a wrapped line cannot be erased.
  return Truncate(text, (columns_ > 1 ? columns_ : kDefaultColumns) - 1);
}

std::string ProgressLine::Draw(Clock::time_point now) {
  if (state_.stage.empty() || now < NextDraw()) return "";
  is_drawn_ = true;
  last_draw_ = now;
  return absl::StrCat(kEraseLine, Text(now));
}

std::string ProgressLine::Erase() {
  state_ = {};
  if (!is_drawn_) return "";
  is_drawn_ = false;
  return kEraseLine;
}

ProgressLine::Clock::time_point ProgressLine::NextDraw() const {
  return is_drawn_ ? last_draw_ + kInterval : start_ + kDelay;
}

Progress::Progress(int fd, bool is_enabled, int columns)
    : fd_(fd), line_(ProgressLine::Clock::now(), columns) {
  if (!is_enabled) return;
  is_finished_ = false;
  thread_ = std::thread([this] { DrawUntilFinished(); });
}

Progress::~Progress() { Finish(); }

void Progress::Update(const ProgressState& state) {
  MutexLock lock(mutex_);
  if (!is_finished_) line_.Update(state);
}

void Progress::Finish() {
  {
    MutexLock lock(mutex_);
    is_finished_ = true;
  }
  changed_.NotifyOne();
  if (!thread_.joinable()) return;
  thread_.join();
  MutexLock lock(mutex_);
  Print(line_.Erase());
}

void Progress::DrawUntilFinished() {
  MutexLock lock(mutex_);
  while (!is_finished_) {
    const ProgressLine::Clock::time_point now = ProgressLine::Clock::now();
    Print(line_.Draw(now));
    changed_.WaitUntil(lock, std::max(line_.NextDraw(), now + ProgressLine::kInterval));
  }
}

void Progress::Print(const std::string& bytes) {
  // A terminal that is gone is no reason to stop the work.
  if (!bytes.empty() && write(fd_, bytes.data(), bytes.size()) < 0) return;
}

}  // namespace allreview::cli
