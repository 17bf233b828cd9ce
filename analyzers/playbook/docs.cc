// Section 5: documentation and comments.

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

struct Markup {
  int files = 0;
  int64_t lines = 0, long_lines = 0;
  int fences = 0, tagged_fences = 0;
  std::set<std::string> options;  // "--num-layers".
};

std::set<std::string> OptionsOf(absl::string_view line) {
  std::set<std::string> options;
  for (size_t at = line.find("--"); at != absl::string_view::npos; at = line.find("--", at + 2)) {
    if (at > 0 && line[at - 1] == '-') continue;
    size_t end = at + 2;
    while (end < line.size() && (absl::ascii_isalnum(static_cast<unsigned char>(line[end])) ||
                                 line[end] == '-' || line[end] == '_')) {
      ++end;
    }
    if (end > at + 3) options.insert(std::string(line.substr(at, end - at)));
  }
  return options;
}

void Read(absl::string_view text, Markup* markup) {
  ++markup->files;
  bool is_fenced = false;
  ForEachLine(text, [&](int, absl::string_view line) {
    markup->options.merge(OptionsOf(line));
    const absl::string_view code = absl::StripLeadingAsciiWhitespace(line);
    if (absl::StartsWith(code, "```")) {
      is_fenced = !is_fenced;
      if (is_fenced) {
        ++markup->fences;
        markup->tagged_fences += code.size() > 3;
      }
      return;
    }
    // Tables and links cannot be broken.
    if (is_fenced || code.empty() || code[0] == '|' || absl::StrContains(code, "](")) return;
    ++markup->lines;
    markup->long_lines += line.size() > 120;
  });
}

bool IsDoc(absl::string_view path) {
  return absl::StartsWith(path, "docs/") || absl::StartsWith(path, "doc/");
}

void AddFolders(const View& view, Writer& say) {
  for (absl::string_view folder : {"docs", "doc"}) {
    if (!view.HasFolder(folder)) continue;
    int markdown = 0, other = 0;
    for (absl::string_view path : view.files) {
      if (!absl::StartsWith(path, absl::StrCat(folder, "/"))) continue;
      markdown += absl::EndsWith(path, ".md");
      other += absl::EndsWith(path, ".rst");
    }
    say.Add("docs-folder", "files",
            {{"folder", absl::StrCat(folder, "/")},
             {"markdown", absl::StrCat(markdown)},
             {"rst", absl::StrCat(other)}},
            {At(absl::StrCat(folder, "/"))});
  }
  for (const auto& [path, tool] :
       {std::pair<absl::string_view, absl::string_view>{"docs/conf.py", "Sphinx"},
        {"docs/source/conf.py", "Sphinx"},
        {"doc/conf.py", "Sphinx"},
        {"mkdocs.yml", "MkDocs"},
        {"docs/_config.yml", "Jekyll"}}) {
    if (view.HasFile(path)) {
      say.Add("docs-tool", "files", {{"tool", std::string(tool)}}, {At(path)});
    }
  }
  for (absl::string_view path : {"README.md", "README.rst"}) {
    if (view.HasFile(path)) say.Add("readme", "files", {{"path", std::string(path)}}, {At(path)});
  }
  static constexpr absl::string_view kLogs[] = {"CHANGELOG.md", "CHANGES.md", "CHANGELOG.rst",
                                                "HISTORY.md"};
  const auto log = std::find_if(std::begin(kLogs), std::end(kLogs),
                                [&](absl::string_view path) { return view.HasFile(path); });
  if (log != std::end(kLogs)) {
    say.Add("changelog", "files", {{"path", std::string(*log)}}, {At(*log)});
  } else if (view.HasFile("README.md") || view.HasFolder("docs")) {
    say.Add("no-changelog", "files", {});
  }
}

// How many flags of the product the documents name.
void AddFlags(const View& view, const Markup& markup, Writer& say) {
  int all = 0, named = 0;
  for (const repository::IndexedFile* file : view.product) {
    for (const repository::FlagFacts& flag : file->facts().flags) {
      if (!absl::StartsWith(flag.option, "--")) continue;
      ++all;
      named += markup.options.count(flag.option) > 0;
    }
  }
  if (all < 5 || markup.files == 0) return;
  say.Add("flags-in-docs", "content", {{"count", absl::StrCat(named)}, {"of", absl::StrCat(all)}},
          {Counted(named, all)});
}

}  // namespace

void AddDocs(const View& view, Writer& say) {
  AddFolders(view, say);
  Markup markup;
  for (const house::File& file : view.input.texts) {
    const bool is_root = !absl::StrContains(file.path, "/");
    if (IsMarkup(file.path) && (is_root || IsDoc(file.path))) Read(file.content, &markup);
  }
  if (markup.fences > 0) {
    say.Add("code-blocks", "style",
            {{"percent", absl::StrCat(markup.tagged_fences * 100 / markup.fences)}},
            {Counted(markup.tagged_fences, markup.fences)});
  }
  if (markup.lines >= 20) {
    say.Add("long-lines", "style",
            {{"percent", absl::StrCat(markup.long_lines * 100 / markup.lines)}},
            {Counted(markup.long_lines, markup.lines)});
  }
  AddFlags(view, markup, say);
  if (const house::Entry* entry = view.policy.Find("documentation")) {
    say.Add("docs-asked", "content", {}, {At(entry->source.path, entry->source.line)});
  }
}

}  // namespace allreview::playbook
