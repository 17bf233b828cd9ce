#include "analyzers/spelling/dictionary.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::spelling {
namespace {

// Negative, 0 or positive, without regard to case.
int Compare(absl::string_view a, absl::string_view b) {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const int difference = absl::ascii_tolower(static_cast<unsigned char>(a[i])) -
                           absl::ascii_tolower(static_cast<unsigned char>(b[i]));
    if (difference != 0) return difference;
  }
  return static_cast<int>(a.size()) - static_cast<int>(b.size());
}

struct Line {
  size_t begin, end;
};
// The line around a byte.
Line LineAt(absl::string_view text, size_t at) {
  const size_t before = at == 0 ? absl::string_view::npos : text.rfind('\n', at - 1);
  return {before == absl::string_view::npos ? 0 : before + 1,
          std::min(text.find('\n', at), text.size())};
}

bool Contains(absl::string_view text, absl::string_view part) {
  return memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

bool HasLine(absl::string_view text, absl::string_view word) {
  return Contains(text, absl::StrCat("\n", word, "\n"));
}

}  // namespace

void Dictionary::EnsureLoaded() const {
  std::call_once(once_, [this] {
    const auto load = [this](const Load& source) {
      absl::StatusOr<MappedFile> content =
          source ? source() : absl::NotFoundError("no word list is configured");
      if (content.ok()) return *std::move(content);
      if (status_.ok()) status_ = content.status();
      return MappedFile();
    };
    misspellings_ = load(sources_.misspellings);
    words_ = load(sources_.words);
  });
}

absl::Status Dictionary::status() const {
  EnsureLoaded();
  return status_;
}

absl::string_view Dictionary::CorrectionOf(absl::string_view word) const {
  EnsureLoaded();
  // Without the words of English nobody knows which corrections are wrong.
  if (!status_.ok()) return "";
  const absl::string_view text = misspellings_.text();
  size_t low = 0, high = text.size();
  while (low < high) {
    const Line line = LineAt(text, low + (high - low) / 2);
    const absl::string_view content = text.substr(line.begin, line.end - line.begin);
    const size_t arrow = content.find("->");
    const int order = Compare(word, content.substr(0, arrow));
    if (order == 0 && arrow != absl::string_view::npos) {
      const absl::string_view correction = content.substr(arrow + 2);
      return absl::StrContains(correction, ",") ? "" : absl::StripAsciiWhitespace(correction);
    }
    if (order < 0) {
      high = line.begin;
    } else {
      low = line.end + 1;
    }
  }
  return "";
}

bool Dictionary::IsEnglish(absl::string_view word) const {
  EnsureLoaded();
  if (HasLine(words_.text(), word)) return true;
  std::string capital(word);
  if (!capital.empty()) capital[0] = absl::ascii_toupper(static_cast<unsigned char>(capital[0]));
  return HasLine(words_.text(), capital) ||
         Contains(misspellings_.text(), absl::StrCat("->", word, "\n"));
}

}  // namespace allreview::spelling
