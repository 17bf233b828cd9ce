// What users and callers set, pass and store: flags, fields, signatures, keys, as one table; and
// the changed files that are no Python.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
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
using analysis::v1::Delta;
using analysis::v1::FileStory;

constexpr size_t kMaxRows = 20;
constexpr size_t kMaxCell = 160;
constexpr size_t kMaxFiles = 10;
constexpr size_t kMaxExcerpts = 3;

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

std::string NameCell(const Post& post, const ChangedSymbol& symbol) {
  return absl::StrCat(KindText(post.language, symbol.kind()), " ",
                      MarkdownCellCode(Shorten(symbol.name(), 80)));
}

// With what its author says of it.
std::string SettingCell(const Post& post, const ChangedSymbol& symbol) {
  constexpr size_t kMaxDoc = 200;
  const std::string doc = MarkdownCell(symbol.doc(), kMaxDoc);
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
    const std::string before = Cell(symbol.code_before()), after = Cell(symbol.code_after());
    // Only its documentation differs.
    if (before == after) continue;
    rows.push_back({SettingCell(post, symbol), before, after, PlaceCell(post, symbol)});
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
    rows.push_back({NameCell(post, symbol), Cell(before), is_gone ? "-" : Cell(after),
                    PlaceCell(post, symbol)});
  }
}

void AddContracts(const Post& post, std::vector<Row>& rows) {
  constexpr Phrase kKey("checkpoint key of", "checkpoint 键，属于");
  constexpr Phrase kVariable("environment variable of", "环境变量，属于");
  for (const ChangedSymbol& symbol : post.review.model().symbols()) {
    if (IsTestFile(post, symbol.path())) continue;
    for (const Delta& delta : symbol.deltas()) {
      const bool is_key = delta.kind() == Delta::KIND_STATE_DICT_KEY;
      if (symbol.is_test() || (!is_key && delta.kind() != Delta::KIND_ENVIRONMENT_VARIABLE)) {
        continue;
      }
      rows.push_back({absl::StrCat((is_key ? kKey : kVariable).In(post.language), " ",
                                   MarkdownCellCode(Shorten(symbol.name(), 80))),
                      Cell(delta.before()), Cell(delta.after()),
                      StartCell(post.language, delta.range())});
    }
  }
}

std::string Places(const Post& post, const FileStory& file) {
  constexpr Phrase kAround(" near {places}", "，位于 {places} 附近");
  if (file.places().empty()) return "";
  std::vector<std::string> places(file.places().begin(), file.places().end());
  const size_t more = static_cast<size_t>(file.more_places());
  for (size_t i = 0; i < more; ++i) places.emplace_back("…");
  return Say(post.language, kAround, {{"places", CodeList(post.language, places, 5)}});
}

std::string Excerpt(const Post& post, const FileStory& file) {
  constexpr Phrase kBefore("\n  Before:\n\n", "\n  变更前：\n\n");
  constexpr Phrase kAfter("\n  After:\n\n", "\n  变更后：\n\n");
  std::string text;
  if (!file.excerpt_before().empty()) {
    absl::StrAppend(&text, kBefore.In(post.language),
                    PrefixLines(MarkdownCodeBlock(file.excerpt_before(), "text"), "  "));
  }
  if (!file.excerpt_after().empty()) {
    absl::StrAppend(&text, kAfter.In(post.language),
                    PrefixLines(MarkdownCodeBlock(file.excerpt_after(), "text"), "  "));
  }
  return text.empty() ? "" : text + "\n";
}

// Files of which the model tells nothing, by what they are for.
std::string Untold(const Post& post) {
  constexpr Phrase kItem("- {class}: {names}\n", "- {class}：{names}\n");
  std::map<int, std::vector<std::string>> by_class;
  std::set<std::string> told;
  for (const FileStory& file : post.review.model().files()) told.insert(file.path());
  for (const ChangedSymbol& symbol : post.review.model().symbols()) told.insert(symbol.path());
  for (const review::v1::FileSummary& file : post.review.files()) {
    const std::string& path = PathOf(file);
    if (told.count(path) == 0) by_class[file.file_class()].push_back(path);
  }
  std::string text;
  for (const auto& [file_class, paths] : by_class) {
    text += Say(post.language, kItem,
                {{"class", Capitalised(FileClassLabel(
                               post.language, static_cast<change::v1::FileClass>(file_class)))},
                 {"names", CodeList(post.language, paths, 5)}});
  }
  return text;
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
  AddContracts(post, rows);
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

std::string FilesSection(const Post& post) {
  constexpr Phrase kOnly("## What changes\n\n", "## 改动内容\n\n");
  constexpr Phrase kBeside("## Other files\n\n", "## 其他文件\n\n");
  constexpr Phrase kItem("- {path}{language}{places}\n", "- {path}{language}{places}\n");
  constexpr Phrase kMore("- … and {count} more\n", "- ……另有 {count} 个\n");
  const bool is_all = post.walk.stops.empty() && post.walk.brief.empty();
  std::string text;
  size_t told = 0;
  for (const FileStory& file : post.review.model().files()) {
    if (++told > kMaxFiles) continue;
    text += Say(post.language, kItem,
                {{"path", file.range().path().empty() ? MarkdownCode(file.path())
                                                      : PlaceCode(post.language, file.range())},
                 {"language", InBrackets(post.language, MarkdownText(file.language()))},
                 {"places", Places(post, file)}});
    if (is_all && told <= kMaxExcerpts) text += Excerpt(post, file);
  }
  if (told > kMaxFiles) {
    text += Say(post.language, kMore, {{"count", absl::StrCat(told - kMaxFiles)}});
  }
  text += Untold(post);
  if (text.empty()) return "";
  return absl::StrCat((is_all ? kOnly : kBeside).In(post.language), text);
}

}  // namespace allreview::report::explanation
