#include "gateway/web/change_page.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gateway/web/change_findings.h"
#include "gateway/web/change_parts.h"
#include "gateway/web/diff_table.h"
#include "gateway/web/finding_card.h"
#include "gateway/web/page.h"
#include "gateway/web/words.h"
#include "review/labels.h"

namespace allreview::web {
namespace {

using change::v1::FileEntry;
using diff::v1::DiffFile;

class Page {
 public:
  explicit Page(const ChangeView& view)
      : view_(view),
        files_(view.diff.files),
        placed_(PlaceFindings(view.review.review(), view.diff)) {
    for (const change::v1::LedgerEntry& entry : view.review.review().ledger()) {
      if (entry.hunk() < 0) ledger_[entry.path()] = &entry;
    }
    first_ =
        view.only >= 0 ? view.only : std::clamp(view.first, 0, static_cast<int>(files_.size()));
    end_ = view.only >= 0 ? view.only + 1 : EndOfPage();
    end_ = std::min(end_, static_cast<int>(files_.size()));
    for (size_t i = 0; i < placed_.size(); ++i) {
      if (WhyNotShown(*placed_[i].finding).empty()) shown_.push_back(i);
    }
    std::stable_sort(shown_.begin(), shown_.end(), [&](size_t a, size_t b) {
      return std::pair(placed_[a].file, placed_[a].line) <
             std::pair(placed_[b].file, placed_[b].line);
    });
  }

  Html Render() {
    Html files = Join({Diagnostics(view_.diff), Gone(view_.story), Elsewhere()});
    for (int i = first_; i < end_; ++i) files += File(i);
    return El("div", {Class("changes"),
                      El("nav", {Class("tree"), Attr("aria-label", "Changed files"),
                                 Attr("tabindex", "0"), FindingList(), FileList()}),
                      El("div", {Class("files"), Tools(), MissingDiff(view_.review), Pages(), files,
                                 end_ - first_ > 3 ? Pages() : Html()})});
  }

 private:
  int64_t LinesShown(const DiffFile& file) const {
    return IsShownOnDemand(file) ? 0 : std::min(CountLines(file), kMaxLinesOfFile);
  }

  int EndOfPage() const {
    int64_t lines = 0;
    int end = first_;
    while (end < static_cast<int>(files_.size())) {
      lines += LinesShown(files_[end]) + 10;
      if (end > first_ && lines > kMaxLinesOfPage) break;
      ++end;
    }
    return end;
  }

  Url PageUrl(bool is_split) const {
    return Url::Local({"reviews", view_.review.summary().id(), "changes"})
        .With("view", is_split ? "split" : "");
  }
  Url PageUrl() const { return PageUrl(view_.is_split); }
  Url OnlyUrl(int file) const { return PageUrl().With("file", absl::StrCat(file + 1)); }
  std::string FileId(int file) const { return absl::StrCat("f", file + 1); }
  bool IsOnPage(int file) const { return file >= first_ && file < end_; }

  Url FileUrl(int file) const {
    return IsOnPage(file) ? Url::Part(FileId(file)) : OnlyUrl(file).At(FileId(file));
  }

  Url FindingUrl(const PlacedFinding& placed) const {
    const std::string id = CardId(*placed.finding);
    return placed.file < 0 || IsOnPage(placed.file) ? Url::Part(id) : OnlyUrl(placed.file).At(id);
  }

  // "2 of 5 · Next", in the order of the page.
  Html Way(const PlacedFinding& placed) const {
    const auto is_this = [&](size_t i) { return &placed_[i] == &placed; };
    const auto here = std::find_if(shown_.begin(), shown_.end(), is_this);
    if (here == shown_.end() || shown_.size() < 2) return Html();
    const std::string count = absl::StrCat(here - shown_.begin() + 1, " of ", shown_.size());
    Html links;
    const auto add = [&](size_t finding, absl::string_view name) {
      links += El("a", {Href(FindingUrl(placed_[finding])), name,
                        El("span", {Class("unseen"), " finding after ", count})});
    };
    if (here + 1 != shown_.end()) add(here[1], "Next");
    if (here + 1 == shown_.end()) add(shown_[0], "First");
    return El("span", {Class("way"), count, " ", links});
  }

  Html Card(const PlacedFinding& placed, bool is_place_named) const {
    return FindingCard(*placed.finding, placed.comment,
                       {.visitor = view_.visitor,
                        .review_id = view_.review.summary().id(),
                        .voted = view_.voted,
                        .file = view_.only >= 0 ? view_.only
                                : first_ > 0    ? placed.file
                                                : -1,
                        .is_place_named = is_place_named,
                        .push = Push(*placed.finding),
                        .way = Way(placed),
                        .is_split = view_.is_split});
  }

  absl::string_view Push(const finding::v1::Finding& finding) const {
    if (!view_.story.is_known) return "";
    return view_.story.before.count(finding.fingerprint()) > 0 ? "still there" : "new";
  }

  // Above the files: the way to the findings, and how the diff is shown.
  Html Tools() const {
    Html first = El("span", {Class("faint"), "No finding to show"});
    if (!shown_.empty()) {
      const auto count = static_cast<int64_t>(shown_.size());
      first = El("a", {Class("first"), Href(FindingUrl(placed_[shown_[0]])),
                       count == 1 ? "Go to the finding" : "Go to the first finding"});
    }
    const auto view = [&](bool is_split, absl::string_view name) {
      Url url = PageUrl(is_split);
      if (view_.only >= 0) url = url.With("file", absl::StrCat(view_.only + 1));
      if (view_.first > 0) url = url.With("first", absl::StrCat(view_.first + 1));
      return El("a", {Href(url), AttrIf(is_split == view_.is_split, "aria-current", "true"), name});
    };
    return El("div", {Class("tools"), first, view(false, "Unified"), view(true, "Split")});
  }

  Html FindingList() const {
    Html items;
    int quiet = 0;
    for (const PlacedFinding& placed : placed_) {
      if (!WhyNotShown(*placed.finding).empty()) {
        ++quiet;
        continue;
      }
      items += El("li", {Chip(LabelOf(*placed.finding)), " ",
                         El("a", {Href(FindingUrl(placed)), placed.finding->title().empty()
                                                                ? Join({placed.finding->rule_id()})
                                                                : Prose(placed.finding->title())}),
                         El("span", {Class("where"), Place(placed.finding->range())})});
    }
    const Html more =
        quiet == 0
            ? Html()
            : El("p", {Class("faint"), Plural(quiet, "more finding"), " folded next to the lines"});
    const Html head = El("h2", {Attr("id", "findings"), Attr("tabindex", "-1"), "Findings"});
    if (items.is_empty()) return Join({head, El("p", {Class("faint"), "None to show."}), more});
    return Join({head, El("ol", {Class("findings"), items}), more});
  }

  Html FileList() const {
    std::map<int, int> counts;
    for (const PlacedFinding& placed : placed_) ++counts[placed.file];
    Html items;
    std::string folder;
    for (size_t i = 0; i < files_.size(); ++i) {
      const std::string& path = files_[i].entry().new_path();
      const size_t slash = path.rfind('/');
      const std::string here = slash == std::string::npos ? "" : path.substr(0, slash + 1);
      if (here != folder) items += El("li", {Class("folder"), here.empty() ? "/" : here});
      folder = here;
      const int index = static_cast<int>(i);
      const auto count = counts.find(index);
      items += El(
          "li",
          {El("a", {Href(FileUrl(index)), path.substr(slash == std::string::npos ? 0 : slash + 1)}),
           count == counts.end()
               ? Html()
               : El("span", {Class("count"), Attr("title", Plural(count->second, "finding")),
                             absl::StrCat(count->second)}),
           LineCounts(files_[i].additions(), files_[i].deletions())});
    }
    return Join({El("h2", {Plural(static_cast<int64_t>(files_.size()), "file")}),
                 El("ul", {Class("paths"), items})});
  }

  Html Pages() const {
    if (first_ == 0 && end_ == static_cast<int>(files_.size())) return Html();
    const Html where = view_.only >= 0
                           ? Join({"One file of ", Grouped(files_.size()), " is shown."})
                           : Join({absl::StrCat("Files ", first_ + 1, " to ", end_, " of "),
                                   Grouped(files_.size()), " are shown."});
    Html links;
    if (first_ > 0 || view_.only >= 0)
      links += Join({" ", El("a", {Href(PageUrl()), "From the beginning"})});
    if (view_.only < 0 && end_ < static_cast<int>(files_.size())) {
      links += Join(
          {" ", El("a", {Attr("rel", "next"), Href(PageUrl().With("first", absl::StrCat(end_ + 1))),
                         "Next files"})});
    }
    return El("p", {Class("pages"), where, links});
  }

  // Findings in files that the diff does not have: what the change breaks.
  Html Elsewhere() const {
    Html cards;
    for (const PlacedFinding& placed : placed_) {
      if (placed.file < 0) cards += Card(placed, true);
    }
    if (cards.is_empty()) return Html();
    return El("section",
              {Class("file"), El("h2", {"In files that this change does not touch"}), cards});
  }

  Html FileHead(int index) const {
    const DiffFile& file = files_[index];
    const FileEntry& entry = file.entry();
    Html facts = El("span", {Class("faint"), StatusWord(entry)});
    const auto ledger = ledger_.find(entry.new_path());
    if (ledger != ledger_.end() &&
        ledger->second->state() != change::v1::LedgerEntry::STATE_REVIEWED) {
      facts += El("span", {Attr("title", ledger->second->reason()),
                           Chip(LabelOf(ledger->second->state()))});
    }
    facts += LineCounts(file.additions(), file.deletions());
    const bool is_moved = entry.old_path() != entry.new_path();
    return El("summary",
              {El("h2", {is_moved ? El("span", {Class("faint"), entry.old_path(), " → "}) : Html(),
                         entry.new_path()}),
               facts});
  }

  Html File(int index) {
    LineNotes notes;
    for (const PlacedFinding& placed : placed_) {
      if (placed.file == index) notes[{placed.side, placed.line}] += Card(placed, false);
    }
    const Html body = Body(index, std::move(notes));
    return El("section",
              {Class("file"), Attr("id", FileId(index)), Attr("data-key", KeyOf(files_[index])),
               El("details", {Attr("open", ""), FileHead(index), body})});
  }

  Html Body(int index, LineNotes notes) {
    const DiffFile& file = files_[index];
    const bool is_on_demand = view_.only < 0 && IsShownOnDemand(file);
    const int64_t max_lines = view_.only >= 0 ? kMaxLinesOfOneFile
                              : is_on_demand  ? 0
                                              : kMaxLinesOfFile;
    DiffTable table = RenderDiff(file,
                                 {.id = FileId(index),
                                  .max_lines = max_lines,
                                  .is_split = view_.is_split,
                                  .colours = &colours_},
                                 std::move(notes));
    Html before;
    for (const auto& [place, note] : table.unplaced) before += note;
    if (file.is_binary()) before += El("p", {Class("silent"), "Binary content is not shown."});
    if (!file.is_binary() && table.total_lines == 0)
      before += El("p", {Class("silent"), "No lines differ, only the name or the mode."});
    return Join({before.is_empty() ? Html() : El("div", {Class("whole"), before}), table.html,
                 Rest(index, table)});
  }

  Html Rest(int index, const DiffTable& table) const {
    const int64_t hidden = table.total_lines - table.lines;
    if (hidden <= 0) return Html();
    const std::string count = Plural(hidden, table.lines == 0 ? "line" : "more line");
    if (view_.only >= 0)
      return El("p",
                {Class("silent"), count,
                 ": too many for a page. The Markdown and JSON documents have every finding."});
    const absl::string_view why =
        table.lines == 0 ? FileClassLabel(Language::kEnglish, files_[index].file_class()) : "";
    return El("p", {Class("silent"), why, why.empty() ? "" : ": ", count, ". ",
                    El("a", {Href(OnlyUrl(index).At(FileId(index))), "Show this file"})});
  }

  const ChangeView& view_;
  const std::vector<DiffFile>& files_;
  const std::vector<PlacedFinding> placed_;
  std::map<std::string, const change::v1::LedgerEntry*> ledger_;
  std::vector<size_t> shown_;  // Of placed_, in the order of the page.
  HighlightBudget colours_;
  int first_ = 0;
  int end_ = 0;
};

}  // namespace

Html ChangePage(const ChangeView& view) { return Page(view).Render(); }

}  // namespace allreview::web
