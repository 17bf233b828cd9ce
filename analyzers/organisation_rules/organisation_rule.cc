#include "analyzers/organisation_rules/organisation_rule.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace allreview::organisation_rules {
namespace {

constexpr size_t kMaxShown = 80;  // Bytes of a capture in a message.

// On one line, cut at the start of a character.
std::string Shown(absl::string_view text) {
  std::string line;
  for (absl::string_view word :
       absl::StrSplit(text, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty())) {
    absl::StrAppend(&line, line.empty() ? "" : " ", word);
    if (line.size() > kMaxShown) break;
  }
  if (line.size() <= kMaxShown) return line;
  size_t size = kMaxShown;
  while (size > 0 && (static_cast<unsigned char>(line[size]) & 0xC0) == 0x80) --size;
  return absl::StrCat(line.substr(0, size), "…");
}

// From the first node of a capture to its last.
absl::string_view TextOf(const std::vector<Node>& nodes) {
  if (nodes.empty()) return "";
  const uint32_t first = nodes.front().first_byte();
  return nodes.front().tree()->source().substr(first, nodes.back().end_byte() - first);
}

Params ParamsOf(const OrganisationRule& rule, const Match& match, Node at) {
  const python::Module& module = match.file.module();
  const python::Definition* function = module.EnclosingFunction(at);
  const python::Definition* a_class = module.EnclosingClass(at);
  // The last of a name counts: captures go before what is common.
  Params params = {{"function", function == nullptr ? "the module" : function->name},
                   {"class", a_class == nullptr ? "the module" : a_class->name}};
  for (const std::string& name : rule.query->captures()) {
    params.emplace_back(name, Shown(TextOf(match.captures.Find(name))));
  }
  return params;
}

// The blanks that the line of a node begins with.
absl::string_view IndentOf(Node node) {
  const absl::string_view line = node.tree()->LineText(node.first_line());
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

std::vector<rules::Edit> EditsOf(const Rewrite& rewrite, const Match& match) {
  const std::vector<Node>& replaced = match.captures.Find(rewrite.replaced);
  if (replaced.size() != 1 || replaced[0].HasError()) return {};
  const Node node = replaced[0];
  const std::string line_break = absl::StrCat("\n", IndentOf(node));
  std::string text;
  for (const Rewrite::Piece& piece : rewrite.pieces) {
    // Further lines of the template stand under the first; those of a capture stand as they did.
    absl::StrAppend(&text, piece.is_capture
                               ? std::string(TextOf(match.captures.Find(piece.text)))
                               : absl::StrReplaceAll(piece.text, {{"\n", line_break}}));
  }
  if (text == node.text()) return {};
  return {rules::Replace(match.file.module(), node, std::move(text))};
}

}  // namespace

bool IsCommonPlaceholder(absl::string_view name) { return name == "function" || name == "class"; }

absl::Status OrganisationRule::Check(const rules::FileVisit& visit) const {
  std::set<uint32_t> reported;
  absl::Status status;
  const absl::Status ran = query->Run(
      visit.file.module().tree(), {.regions = visit.regions, .should_stop = visit.should_stop},
      [&](const python::QueryMatch& found) {
        const Captures captures(*query, found);
        const std::vector<Node>& places = captures.Find(at);
        if (places.empty() || reported.count(places[0].index()) > 0) return true;
        const Match match = {visit.file, captures, visit.should_stop, status};
        if (own[static_cast<size_t>(found.pattern)](match) != Truth::kYes) return true;
        if (where && where(match) != Truth::kYes) return true;
        reported.insert(places[0].index());
        rules::Observation observation{
            .at = places[0], .params = ParamsOf(*this, match, places[0]), .kind = kind};
        if (rewrite) observation.edits = EditsOf(*rewrite, match);
        visit.file.Report(std::move(observation));
        return true;
      });
  return ran.ok() ? status : ran;
}

}  // namespace allreview::organisation_rules
