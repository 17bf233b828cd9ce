#include "analyzers/test_plan/test_text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/test_plan/parallel_sizes.h"
#include "base/names.h"

namespace allreview::test_plan {
namespace {

constexpr int kUnknownProcesses = 8;  // A whole node.
constexpr int kMaxProcesses = 8;
constexpr size_t kMaxPhrase = 60;

// Blanks take the place of comments. Strings over several lines are passed over as a whole.
std::string WithoutComments(absl::string_view content) {
  std::string text(content);
  std::string quote;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quote.empty()) {
      if (c == '\\') {
        ++i;
      } else if (text.compare(i, quote.size(), quote) == 0) {
        i += quote.size() - 1;
        quote.clear();
      } else if (c == '\n' && quote.size() == 1) {
        quote.clear();  // Not closed: a syntax error.
      }
    } else if (c == '"' || c == '\'') {
      quote = text.compare(i, 3, std::string(3, c)) == 0 ? std::string(3, c) : std::string(1, c);
      i += quote.size() - 1;
    } else if (c == '#') {
      while (i < text.size() && text[i] != '\n') text[i++] = ' ';
    }
  }
  return text;
}

// n of `world_size < n` and `world_size != n`, the most of them; 0: none.
int RanksOfSkips(absl::string_view text) {
  int most = 0;
  for (size_t at = text.find("world_size"); at != absl::string_view::npos;
       at = text.find("world_size", at + 1)) {
    absl::string_view rest = text.substr(at + 10, 12);
    absl::ConsumePrefix(&rest, "()");
    rest = absl::StripLeadingAsciiWhitespace(rest);
    for (absl::string_view op : {"<", "!=", ">=", "=="}) {
      absl::string_view number = rest;
      if (!absl::ConsumePrefix(&number, op)) continue;
      number = absl::StripLeadingAsciiWhitespace(number);
      size_t digits = 0;
      while (digits < number.size() && absl::ascii_isdigit(number[digits])) ++digits;
      int n = 0;
      if (absl::SimpleAtoi(number.substr(0, digits), &n)) most = std::max(most, n);
    }
  }
  return std::min(most, kMaxProcesses);
}

}  // namespace

TestText::TestText(std::string path, absl::string_view content)
    : path_(std::move(path)),
      text_(WithoutComments(content)),
      content_(content),
      line_starts_({0}) {
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

int TestText::LineAt(size_t position) const {
  return static_cast<int>(std::upper_bound(line_starts_.begin(), line_starts_.end(), position) -
                          line_starts_.begin());
}

TestText::Hit TestText::HitAt(size_t position, size_t length) const {
  const size_t end = std::min({text_.find('\n', position), position + length, text_.size()});
  std::string what = text_.substr(position, std::min(end - position, kMaxPhrase));
  while (!what.empty() && (what.back() == '(' || what.back() == ' ')) what.pop_back();
  return {LineAt(position), std::move(what)};
}

TestText::Hit TestText::FindAny(const std::vector<absl::string_view>& words) const {
  size_t first = std::string::npos, length = 0;
  for (absl::string_view word : words) {
    size_t at = text_.find(word.data(), 0, word.size());
    while (at != std::string::npos && IsNameByte(word[0]) && at > 0 && IsNameByte(text_[at - 1])) {
      at = text_.find(word.data(), at + 1, word.size());
    }
    if (at < first) {
      first = at;
      length = word.size();
    }
  }
  if (first == std::string::npos) return {};
  while (first + length < text_.size() && IsNameByte(text_[first + length])) ++length;
  return HitAt(first, length);
}

TestText::Hit TestText::FindParallel(bool is_helper) const {
  if (is_helper) return FindAny({"mp.spawn", "MultiProcess", "torchrun", "start_processes"});
  const ParallelSizes sizes = FindParallelSizes(text_);
  if (sizes.has_any()) {
    const size_t end = text_.find('\n', sizes.position);
    return HitAt(sizes.position, std::min(end, text_.size()) - sizes.position);
  }
  return FindAny({"Utils.world_size", "get_world_size() <", "get_world_size() !=", "world_size <",
                  "world_size !=", "mp.spawn", "init_device_mesh", "HyperCommGrid",
                  "create_process_group", "MultiProcess", "torchrun"});
}

TestText::Hit TestText::FindBaseline() const {
  Hit hit = FindAny({"assert_close", "assert_allclose", "allclose", "torch.equal", "approx",
                     "assertAlmostEqual", "assert_equal"});
  if (hit) return hit;
  return FindAny({"ref_", "reference", "baseline", "golden", "expected"});
}

TestText::Hit TestText::FindGradient() const {
  for (absl::string_view word :
       {".grad", ".backward(", "gradcheck", "autograd.grad", "main_grad", "_grad_", "grad_"}) {
    const size_t at = text_.find(word.data(), 0, word.size());
    if (at != std::string::npos) {
      return HitAt(word[0] == '.' ? at + 1 : at, word.size());
    }
  }
  return {};
}

TestText::Hit TestText::FindLowPrecision() const {
  return FindAny({"bfloat16", "torch.bfloat16", "bf16", "fp16", "float16", "torch.float16",
                  "torch.half", "params_dtype", "fp8"});
}

TestText::Hit TestText::FindFullPrecision() const {
  return FindAny({"float32", "torch.float32", "fp32", "torch.float", "float64", "torch.double"});
}

int TestText::LineOf(absl::string_view word) const {
  int in_import = 0;
  for (size_t at = text_.find(word.data(), 0, word.size()); at != std::string::npos;
       at = text_.find(word.data(), at + 1, word.size())) {
    if (!IsNameAt(text_, at, word.size())) continue;
    const int line = LineAt(at);
    const absl::string_view start = absl::string_view(text_).substr(line_starts_[line - 1]);
    const bool is_import = absl::StartsWith(start, "from ") || absl::StartsWith(start, "import ") ||
                           absl::StartsWith(start, "    " + std::string(word) + ",\n");
    if (!is_import) return line;
    if (in_import == 0) in_import = line;
  }
  return in_import;
}

int TestText::LineIn(absl::string_view word, int first, int end) const {
  const int lines = static_cast<int>(line_starts_.size());
  if (first < 1 || first > lines || end <= first) return 0;
  const size_t start = line_starts_[first - 1];
  const size_t stop = end <= lines ? line_starts_[end - 1] : text_.size();
  const absl::string_view code = absl::string_view(text_).substr(start, stop - start);
  for (size_t at = code.find(word); at != absl::string_view::npos; at = code.find(word, at + 1)) {
    if (IsNameAt(code, at, word.size())) return LineAt(start + at);
  }
  return 0;
}

int TestText::processes() const {
  // It starts them itself; under a launcher there would be several sets.
  if (FindAny({"subprocess.Popen", "mp.spawn", "multiprocessing.spawn", "MultiProcess", "ray.init",
               "start_processes"})) {
    return 1;
  }
  const ParallelSizes sizes = FindParallelSizes(text_);
  const int skips = RanksOfSkips(text_);
  if (sizes.ranks > 1 || skips > 1) return std::max(sizes.ranks, skips);
  const bool asks_world = absl::StrContains(text_, "Utils.world_size");
  if (sizes.has_names || asks_world) return kUnknownProcesses;
  return 1;
}

}  // namespace allreview::test_plan
