#include "services/analysis/change_model/statements/history/edits.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "services/analysis/change_model/statements/code_words.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxLine = 400;  // Longer lines are cut on the way here, too.

bool IsWordByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || c == '_' || byte >= 0x80;
}

int CountWords(absl::string_view code) {
  int words = 0;
  bool is_word = false;
  for (char c : code) {
    const bool is_name = IsWordByte(c);
    const bool is_blank = absl::ascii_isspace(static_cast<unsigned char>(c));
    if (!is_blank && (!is_name || !is_word)) ++words;
    is_word = is_name;
  }
  return words;
}

bool IsSignificant(absl::string_view code) {
  if (code.empty() || code[0] == '#') return false;
  return !absl::StartsWith(code, "import ") && !absl::StartsWith(code, "from ") &&
         std::any_of(code.begin(), code.end(), IsWordByte);
}

void Take(absl::string_view line, int number, EditLines& lines) {
  const absl::string_view code = absl::StripAsciiWhitespace(line.substr(0, kMaxLine));
  if (!IsSignificant(code)) return;
  lines.push_back({WithoutBlanks(code), std::string(code), number, CountWords(code)});
}

}  // namespace

EditLines SignificantOf(const std::vector<std::string>& lines) {
  EditLines significant;
  for (const std::string& line : lines) Take(line, 0, significant);
  return significant;
}

std::vector<ChangedEdit> EditsOf(const change::AnalysedChange& change) {
  constexpr size_t kMaxEdits = 400;
  std::vector<ChangedEdit> edits;
  for (const change::AnalysedFile& file : change.files()) {
    if (file.before == nullptr || file.after == nullptr) continue;
    if (!paths::IsProductSource(file.changed->path)) continue;
    for (const change::ChangedHunk& hunk : file.changed->hunks) {
      if (edits.size() == kMaxEdits) return edits;
      ChangedEdit edit{&file, {}, {}, !hunk.moved.empty()};
      for (int line : hunk.removed) Take(file.before->tree().LineText(line), line, edit.removed);
      for (int line : hunk.added) Take(file.after->tree().LineText(line), line, edit.added);
      if (!edit.removed.empty() || !edit.added.empty()) edits.push_back(std::move(edit));
    }
  }
  return edits;
}

int IndexOf(const EditLines& part, const EditLines& whole) {
  if (part.empty()) return -1;
  const auto is_same = [](const EditLine& a, const EditLine& b) { return a.text == b.text; };
  const auto at = std::search(whole.begin(), whole.end(), part.begin(), part.end(), is_same);
  return at == whole.end() ? -1 : static_cast<int>(at - whole.begin());
}

namespace {

// Names, numbers and signs of code, with where each stands in it.
struct Piece {
  absl::string_view text;
  size_t at = 0;
};

std::vector<Piece> PiecesOf(absl::string_view code) {
  constexpr size_t kMaxPieces = 300;
  std::vector<Piece> pieces;
  for (size_t i = 0; i < code.size() && pieces.size() < kMaxPieces;) {
    size_t end = i + 1;
    while (IsWordByte(code[i]) && end < code.size() && IsWordByte(code[end])) ++end;
    if (!absl::ascii_isspace(static_cast<unsigned char>(code[i]))) {
      pieces.push_back({code.substr(i, end - i), i});
    }
    i = end;
  }
  return pieces;
}

std::string Joined(const EditLines& lines) {
  std::string code;
  for (const EditLine& line : lines) absl::StrAppend(&code, code.empty() ? "" : " ", line.code);
  return code;
}

bool IsName(const Piece& piece) { return IsWordByte(piece.text[0]); }

// Which pieces of each side belong to a longest common subsequence.
std::pair<std::vector<bool>, std::vector<bool>> Common(const std::vector<Piece>& a,
                                                       const std::vector<Piece>& b) {
  std::vector<std::vector<int>> length(a.size() + 1, std::vector<int>(b.size() + 1, 0));
  for (size_t i = a.size(); i-- > 0;) {
    for (size_t j = b.size(); j-- > 0;) {
      length[i][j] = a[i].text == b[j].text ? length[i + 1][j + 1] + 1
                                            : std::max(length[i + 1][j], length[i][j + 1]);
    }
  }
  std::vector<bool> of_a(a.size(), false), of_b(b.size(), false);
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].text == b[j].text) {
      of_a[i++] = of_b[j++] = true;
    } else {
      length[i + 1][j] >= length[i][j + 1] ? ++i : ++j;
    }
  }
  return {of_a, of_b};
}

// The only passage with names that is not common; empty: there are none, or several.
std::string OnlyPassage(absl::string_view code, const std::vector<Piece>& pieces,
                        const std::vector<bool>& common) {
  std::string passage;
  for (size_t i = 0; i < pieces.size();) {
    size_t end = i;
    bool has_name = false;
    while (end < pieces.size() && !common[end]) has_name |= IsName(pieces[end++]);
    if (has_name) {
      if (!passage.empty()) return "";
      size_t first = i, last = end - 1;
      while (absl::StrContains(",)]}.", pieces[first].text)) ++first;
      while (absl::StrContains(",([{.", pieces[last].text)) --last;
      const size_t stop = pieces[last].at + pieces[last].text.size();
      passage = std::string(code.substr(pieces[first].at, stop - pieces[first].at));
      const auto count = [&](absl::string_view signs) {
        return std::count_if(passage.begin(), passage.end(),
                             [&](char c) { return absl::StrContains(signs, std::string(1, c)); });
      };
      if (count("([{") != count(")]}")) return "";
    }
    i = std::max(end, i + 1);
  }
  return passage;
}

// The first line that the other side does not have; one that says something, if there is one.
std::string FirstOwn(const EditLines& lines, const EditLines& other) {
  constexpr int kTelling = 5;
  std::string first;
  for (const EditLine& line : lines) {
    if (IndexOf({line}, other) >= 0) continue;
    if (line.words >= kTelling) return line.code;
    if (first.empty()) first = line.code;
  }
  return first;
}

}  // namespace

EditDifference Compare(const EditLines& before, const EditLines& after) {
  const std::string old_code = Joined(before), code = Joined(after);
  if (WithoutBlanks(old_code) == WithoutBlanks(code)) return {};
  EditDifference difference{FirstOwn(before, after), FirstOwn(after, before), ""};
  const std::vector<Piece> old_pieces = PiecesOf(old_code), pieces = PiecesOf(code);
  const auto [of_old, of_new] = Common(old_pieces, pieces);
  bool lacks_names = false;
  for (size_t i = 0; i < old_pieces.size(); ++i) {
    lacks_names |= !of_old[i] && IsName(old_pieces[i]);
  }
  if (!lacks_names) difference.dropped = OnlyPassage(code, pieces, of_new);
  return difference;
}

int WordsOf(const EditLines& lines) {
  int words = 0;
  for (const EditLine& line : lines) words += line.words;
  return words;
}

}  // namespace allreview::analysis
