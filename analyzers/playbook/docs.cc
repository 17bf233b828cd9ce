// Section 5: where documentation lives, and when it must change.

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "analyzers/playbook/view.h"

namespace allreview::playbook {
namespace {

// Of code blocks in documents, so that it is worth saying.
constexpr int kMinFences = 10;
constexpr int kRulePercent = 85;

bool IsDoc(absl::string_view path) {
  return absl::StartsWith(path, "docs/") || absl::StartsWith(path, "doc/");
}

void AddPlaces(const View& view, Writer& say) {
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
  for (absl::string_view path : {"CHANGELOG.md", "CHANGES.md", "CHANGELOG.rst", "HISTORY.md"}) {
    if (view.HasFile(path)) {
      say.Add("changelog", "files", {{"path", std::string(path)}});
      break;
    }
  }
}

void AddStyle(const View& view, Writer& say) {
  int fences = 0, tagged = 0;
  for (const house::File& file : view.input.texts) {
    const bool is_root = !absl::StrContains(file.path, "/");
    if (!IsMarkup(file.path) || !(is_root || IsDoc(file.path))) continue;
    bool is_fenced = false;
    ForEachLine(file.content, [&](int, absl::string_view line) {
      const absl::string_view code = absl::StripLeadingAsciiWhitespace(line);
      if (!absl::StartsWith(code, "```")) return;
      is_fenced = !is_fenced;
      fences += is_fenced;
      tagged += is_fenced && code.size() > 3;
    });
  }
  if (fences >= kMinFences && tagged * 100 >= fences * kRulePercent) {
    say.Add("code-blocks", "style", {}, {Counted(tagged, fences)});
  }
}

}  // namespace

void AddDocs(const View& view, Writer& say) {
  if (const house::Entry* entry = view.policy.Find("documentation")) {
    say.Add("docs-asked", "content", {}, {At(entry->source.path, entry->source.line)});
  }
  AddPlaces(view, say);
  AddStyle(view, say);
}

}  // namespace allreview::playbook
