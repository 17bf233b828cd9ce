#include "analyzers/notebook/notebook.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/notebook/json_lines.h"

namespace allreview::notebook {
namespace {

constexpr absl::string_view kMark = "# In[";  // As nbconvert marks cells.

struct SourceLine {
  std::string text;
  int line = 0;
};

struct Cell {
  bool is_code = false;
  bool is_lined = true;  // Each line of source stands on a line of its own.
  int source_line = 0;   // Of `"source": [`.
  std::vector<SourceLine> lines = {};
};

struct Notebook {
  std::vector<Cell> cells;
  std::string language;
};

class Reader {
 public:
  std::optional<Notebook> Read(absl::string_view json) {
    const bool is_json = ForEachString(
        json, [this](const JsonString& string) { Take(string); },
        [this](const std::vector<std::string>& path, int line) { Open(path, line); });
    if (!is_json || notebook_.cells.empty()) return std::nullopt;
    return std::move(notebook_);
  }

 private:
  Cell* CellAt(const std::vector<std::string>& path) {
    size_t index = 0;
    if (path.size() < 3 || path[0] != "cells" || !absl::SimpleAtoi(path[1], &index)) return nullptr;
    if (index >= notebook_.cells.size()) notebook_.cells.resize(index + 1);
    return &notebook_.cells[index];
  }

  void Open(const std::vector<std::string>& path, int line) {
    if (path.size() != 3 || path[2] != "source") return;
    if (Cell* cell = CellAt(path)) cell->source_line = line;
  }

  void Take(const JsonString& string) {
    const std::vector<std::string>& path = string.path;
    if (path.size() == 3 && path[0] == "metadata" && path[2] == "language") {
      notebook_.language = string.text;
    } else if (path.size() == 3 && path[0] == "metadata" && path[1] == "language_info" &&
               path[2] == "name") {
      notebook_.language = string.text;
    }
    Cell* cell = CellAt(path);
    if (cell == nullptr) return;
    if (path.size() == 3 && path[2] == "cell_type") cell->is_code = string.text == "code";
    if (path.size() == 3 && path[2] == "source") {
      // All of it in one string: lines of it stand nowhere.
      cell->is_lined = !absl::StrContains(string.text, "\n");
      cell->source_line = 0;
      if (!string.text.empty()) cell->lines.push_back({string.text, string.line});
    }
    if (path.size() == 4 && path[2] == "source") AddLine(*cell, string);
  }

  void AddLine(Cell& cell, const JsonString& string) {
    absl::string_view text = string.text;
    absl::ConsumeSuffix(&text, "\n");
    absl::ConsumeSuffix(&text, "\r");
    const bool is_next = string.line > cell.source_line &&
                         (cell.lines.empty() || cell.lines.back().line < string.line);
    cell.is_lined = cell.is_lined && is_next && !absl::StrContains(text, "\n");
    cell.lines.push_back({std::string(text), string.line});
  }

  Notebook notebook_;
};

// %%bash: what follows is no Python. %%time and the like run the cell as it is.
bool IsForeign(const Cell& cell) {
  if (cell.lines.empty() || !absl::StartsWith(cell.lines[0].text, "%%")) return false;
  for (absl::string_view magic : {"%%time", "%%timeit", "%%capture", "%%prun"}) {
    if (absl::StartsWith(cell.lines[0].text, magic)) return false;
  }
  return true;
}

// What Python reads of a line that IPython reads.
std::string PythonLine(absl::string_view text) {
  const absl::string_view code = absl::StripLeadingAsciiWhitespace(text);
  const absl::string_view indent = text.substr(0, text.size() - code.size());
  const bool is_magic = absl::StartsWith(code, "%") || absl::StartsWith(code, "!") ||
                        absl::StartsWith(code, "?") || absl::EndsWith(code, "?");
  if (is_magic) return indent.empty() ? "" : absl::StrCat(indent, "pass");
  // name = !ls
  const size_t equal = text.find('=');
  if (equal == absl::string_view::npos) return std::string(text);
  const absl::string_view value = absl::StripLeadingAsciiWhitespace(text.substr(equal + 1));
  const bool is_command = absl::StartsWith(value, "!") || absl::StartsWith(value, "%");
  return is_command ? absl::StrCat(text.substr(0, equal + 1), " input()") : std::string(text);
}

}  // namespace

bool IsNotebookPath(absl::string_view path) { return absl::EndsWith(path, ".ipynb"); }

std::optional<std::string> PythonOf(absl::string_view json) {
  const std::optional<Notebook> notebook = Reader().Read(json);
  if (!notebook) return std::nullopt;
  if (!notebook->language.empty() && !absl::EqualsIgnoreCase(notebook->language, "python")) {
    return std::nullopt;
  }
  std::vector<std::string> lines(std::count(json.begin(), json.end(), '\n') + 1);
  for (size_t i = 0; i < notebook->cells.size(); ++i) {
    const Cell& cell = notebook->cells[i];
    if (!cell.is_code || IsForeign(cell)) continue;
    if (!cell.is_lined) return std::nullopt;
    if (cell.source_line > 0) lines[cell.source_line - 1] = absl::StrCat(kMark, i + 1, "]");
    for (const SourceLine& source : cell.lines) lines[source.line - 1] = PythonLine(source.text);
  }
  std::string python;
  for (size_t i = 0; i < lines.size(); ++i) absl::StrAppend(&python, i > 0 ? "\n" : "", lines[i]);
  return python;
}

CellPlace PlaceOf(absl::string_view python, int line) {
  const std::vector<absl::string_view> lines = absl::StrSplit(python, '\n');
  for (int at = std::min(line, static_cast<int>(lines.size())); at > 0; --at) {
    absl::string_view text = lines[at - 1];
    CellPlace place;
    const bool is_mark = absl::ConsumePrefix(&text, kMark) && absl::ConsumeSuffix(&text, "]");
    if (is_mark && absl::SimpleAtoi(text, &place.cell)) {
      place.line = line - at;
      return place;
    }
  }
  return {};
}

}  // namespace allreview::notebook
