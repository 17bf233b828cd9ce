#include "services/report/formats/wrap.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "review/display_text.h"

namespace allreview::report {
namespace {

// What no line may break.
struct Piece {
  absl::string_view text;
  bool follows_blank;
};

bool StartsWithAny(absl::string_view text, absl::string_view marks) {
  while (!marks.empty()) {
    absl::string_view rest = marks;
    TakeCharacter(rest);
    if (absl::StartsWith(text, marks.substr(0, marks.size() - rest.size()))) return true;
    marks = rest;
  }
  return false;
}

// Bytes up to the first place where Chinese may break: beside a Chinese character or mark, but
// neither before a mark that closes nor after one that opens.
size_t UnbrokenSize(absl::string_view word) {
  constexpr uint32_t kFirstChinese = 0x2E80;
  absl::string_view rest = word;
  for (;;) {
    const absl::string_view last = rest;
    const bool is_after_chinese = TakeCharacter(rest) >= kFirstChinese;
    if (rest.empty()) return word.size();
    absl::string_view after = rest;
    const bool is_chinese = is_after_chinese || TakeCharacter(after) >= kFirstChinese;
    if (is_chinese && !StartsWithAny(last, "（“《") &&
        !StartsWithAny(rest, "，。；：？！、）”》…")) {
      return word.size() - rest.size();
    }
  }
}

std::vector<Piece> PiecesOf(Language language, absl::string_view text) {
  std::vector<Piece> pieces;
  for (absl::string_view word : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    bool follows_blank = true;
    while (!word.empty()) {
      const size_t size = language == Language::kChinese ? UnbrokenSize(word) : word.size();
      pieces.push_back({word.substr(0, size), std::exchange(follows_blank, false)});
      word.remove_prefix(size);
    }
  }
  return pieces;
}

}  // namespace

std::string WrapText(absl::string_view text, const WrapOptions& options) {
  const std::string clean = CleanLine(text);
  std::string result;
  std::string line(options.indent);
  bool is_empty = true;
  for (const Piece& piece : PiecesOf(options.language, clean)) {
    const absl::string_view blank = piece.follows_blank && !is_empty ? " " : "";
    const int width = static_cast<int>(blank.size()) + DisplayWidth(piece.text);
    if (!is_empty && DisplayWidth(line) + width > options.width) {
      absl::StrAppend(&result, line, "\n");
      line = absl::StrCat(options.indent, piece.text);
    } else {
      absl::StrAppend(&line, blank, piece.text);
    }
    is_empty = false;
  }
  return absl::StrCat(result, line, "\n");
}

}  // namespace allreview::report
