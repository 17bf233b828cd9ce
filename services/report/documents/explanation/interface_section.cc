// What users and callers set and pass: flags, fields, signatures, as one table. Statements tell of
// stored keys and environment variables.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/explanation/post.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/pseudo_code/difference.h"
#include "services/report/story/deltas_text.h"
#include "services/report/story/file_text.h"
#include "services/report/story/places.h"
#include "services/report/story/signature.h"

namespace allreview::report::explanation {
namespace {

using analysis::v1::ChangedSymbol;

constexpr size_t kMaxRows = 20;
constexpr size_t kMaxCell = 160;

struct Row {
  std::string what, before, after, place;
};

bool IsSetting(const ChangedSymbol& symbol) {
  return symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG ||
         symbol.kind() == analysis::v1::SYMBOL_KIND_FIELD ||
         (symbol.kind() == analysis::v1::SYMBOL_KIND_CONSTANT && symbol.is_public());
}

bool IsTestFile(const Post& post, const std::string& path) {
  return std::any_of(post.review.files().begin(), post.review.files().end(),
                     [&](const review::v1::FileSummary& file) {
                       return file.file_class() == change::v1::FILE_CLASS_TEST &&
                              file.entry().new_path() == path;
                     });
}

std::string Cell(absl::string_view code) {
  const std::string text = MarkdownCellCode(Condense(code, kMaxCell));
  return text.empty() ? "-" : text;
}

// Both sides from where they begin to differ, when they are too long to be shown whole.
std::pair<std::string, std::string> CellsOf(absl::string_view before, absl::string_view after) {
  constexpr size_t kLead = 40;
  std::pair<std::string, std::string> cells(Cell(before), Cell(after));
  if (cells.first != cells.second || before == after) return cells;
  const std::string old_text = CleanLine(before), new_text = CleanLine(after);
  const auto at = std::mismatch(old_text.begin(), old_text.end(), new_text.begin(), new_text.end());
  size_t same = static_cast<size_t>(at.first - old_text.begin());
  same -= std::min(same, kLead);
  // A character of several bytes is not cut.
  while (same > 0 && (static_cast<unsigned char>(old_text[same]) & 0xC0) == 0x80) --same;
  return {Cell(absl::StrCat("… ", old_text.substr(same))),
          Cell(absl::StrCat("… ", new_text.substr(same)))};
}

std::string NameCell(const Post& post, const ChangedSymbol& symbol) {
  return absl::StrCat(KindText(post.language, symbol.kind()), " ",
                      MarkdownCellCode(Shorten(symbol.name(), 80)));
}

// With what its author says of it.
std::string SettingCell(const Post& post, const ChangedSymbol& symbol) {
  constexpr size_t kMaxDoc = 200;
  const std::string doc = QuotedWords(post.language, MarkdownCell(symbol.doc(), kMaxDoc));
  return absl::StrCat(NameCell(post, symbol), doc.empty() ? "" : Colon(post.language), doc);
}

std::string PlaceCell(const Post& post, const ChangedSymbol& symbol) {
  return StartCell(post.language, DefinitionOf(symbol));
}

void AddSettings(const Post& post, std::vector<Row>& rows) {
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    if (!IsSetting(symbol) || symbol.name() == "__all__" || symbol.is_test() ||
        IsTestFile(post, symbol.path()) || symbol.status() == ChangedSymbol::STATUS_REFORMATTED) {
      continue;
    }
    const auto [before, after] = CellsOf(symbol.code_before(), symbol.code_after());
    // Only its documentation differs.
    if (before == after) continue;
    const bool is_kept = !symbol.code_before().empty() && !symbol.code_after().empty();
    const std::optional<ItemDifference> difference =
        is_kept ? DifferenceOfItems(symbol.code_before(), symbol.code_after()) : std::nullopt;
    if (difference) {
      rows.push_back({SettingCell(post, symbol), Cell(absl::StrJoin(difference->gone, ", ")),
                      Cell(absl::StrJoin(difference->added, ", ")), PlaceCell(post, symbol)});
    } else {
      rows.push_back({SettingCell(post, symbol), before, after, PlaceCell(post, symbol)});
    }
  }
}

void AddSignatures(const Post& post, std::vector<Row>& rows) {
  constexpr Phrase kParameters(", parameters", "，参数");
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    const bool is_gone = symbol.status() == ChangedSymbol::STATUS_REMOVED;
    const bool is_kept = !symbol.signature_before().empty() && !symbol.signature_after().empty();
    if (!IsDefinition(symbol) || symbol.is_test() || !symbol.is_public() ||
        IsTestFile(post, symbol.path())) {
      continue;
    }
    if (is_gone && GoesWithItsClass(post, symbol)) continue;
    const std::string before = ShortSignature(symbol.signature_before());
    const std::string after = ShortSignature(symbol.signature_after());
    if (is_gone ? symbol.signature_before().empty() : !is_kept || before == after) continue;
    const std::optional<ItemDifference> difference =
        is_gone ? std::nullopt : DifferenceOfItems(before, after);
    if (difference && before.size() + after.size() > kMaxCell) {
      rows.push_back({absl::StrCat(NameCell(post, symbol), kParameters.In(post.language)),
                      Cell(absl::StrJoin(difference->gone, ", ")),
                      Cell(absl::StrJoin(difference->added, ", ")), PlaceCell(post, symbol)});
      continue;
    }
    const auto [old_cell, new_cell] = CellsOf(before, after);
    rows.push_back(
        {NameCell(post, symbol), old_cell, is_gone ? "-" : new_cell, PlaceCell(post, symbol)});
  }
}

}  // namespace

std::string InterfaceSection(const Post& post) {
  constexpr Phrase kTitle("## Configuration, flags and API\n\n",
                          "## 配置、命令行参数与 API 变化\n\n");
  constexpr Phrase kHead("| What | Before | After | Where |\n| --- | --- | --- | --- |\n",
                         "| 项目 | 变更前 | 变更后 | 位置 |\n| --- | --- | --- | --- |\n");
  constexpr Phrase kMore("\nRows left out: {count}.\n", "\n另有 {count} 行未列出。\n");
  std::vector<Row> rows;
  AddSettings(post, rows);
  AddSignatures(post, rows);
  if (rows.empty()) return "";
  std::string text = absl::StrCat(kTitle.In(post.language), kHead.In(post.language));
  for (size_t i = 0; i < std::min(kMaxRows, rows.size()); ++i) {
    const Row& row = rows[i];
    absl::StrAppend(&text, "| ", row.what, " | ", row.before, " | ", row.after, " | ", row.place,
                    " |\n");
  }
  if (rows.size() > kMaxRows) {
    text += Say(post.language, kMore, {{"count", absl::StrCat(rows.size() - kMaxRows)}});
  }
  return text;
}

}  // namespace allreview::report::explanation
