#include "gateway/document_check/claims.h"

#include <algorithm>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "gateway/document_check/check.h"
#include "gateway/document_check/graph.h"

namespace allreview::document_check {
namespace {

constexpr std::pair<absl::string_view, bool> kVerbs[] = {
    {"adds the check ", true},
    {"now calls ", true},
    {"now raises ", true},
    {"now communicates: ", true},
    {"adds the loop ", true},
    {"adds the tensor operation ", true},
    {"removes the check ", false},
    {"no longer checks ", false},
    {"no longer calls ", false},
    {"no longer raises ", false},
    {"no longer communicates: ", false},
    {"removes the loop ", false},
    {"removes the tensor operation ", false},
    {"新增检查 ", true},
    {"新增调用 ", true},
    {"新增抛出 ", true},
    {"此处开始通信：", true},
    {"新增循环 ", true},
    {"删除检查 ", false},
    {"不再检查 ", false},
    {"不再调用 ", false},
    {"不再抛出 ", false},
    {"此处不再通信：", false},
    {"删除循环 ", false},
};

// The span that the text begins with, taken from it; nullopt: it begins with none.
std::optional<absl::string_view> TakeSpan(absl::string_view& text) {
  if (text.empty() || text[0] != '`') return std::nullopt;
  const size_t end = text.find_first_not_of('`');
  if (end == absl::string_view::npos) return std::nullopt;
  const size_t close = text.find(text.substr(0, end), end);
  if (close == absl::string_view::npos) return std::nullopt;
  const absl::string_view span = absl::StripAsciiWhitespace(text.substr(end, close - end));
  text.remove_prefix(close + end);
  return span;
}

bool TakeSeparator(absl::string_view& text) {
  return absl::ConsumePrefix(&text, ", ") || absl::ConsumePrefix(&text, " and ") ||
         absl::ConsumePrefix(&text, "、") || absl::ConsumePrefix(&text, " 和 ");
}

// Short code says nothing, code that was cut cannot be found.
bool IsTelling(absl::string_view code) {
  constexpr size_t kMinBytes = 12;
  return code.size() >= kMinBytes && !absl::StrContains(code, "…");
}

bool IsTestName(absl::string_view span) {
  const absl::string_view name = span.substr(span.rfind('.') + 1);  // npos + 1 is 0.
  return absl::StartsWith(name, "test_") && std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
         });
}

// A question and what answers it.
struct Phrasing {
  absl::string_view question;
  bool is_yes;
  absl::string_view text;
};

constexpr Phrasing kPhrasings[] = {
    {"communication is new", true, "adds communication"},
    {"communication is new", true, "New calls of `all_"},
    {"communication is new", true, "New calls of `reduce"},
    {"communication is new", true, "New calls of `broadcast"},
    {"communication is new", true, "新增通信"},
    {"communication is new", false, "no new communication"},
    {"communication is new", false, "No new communication"},
    {"communication is new", false, "No new collective"},
    {"communication is new", false, "no new collective"},
    {"communication is new", false, "没有新的集合通信"},
    {"there is a risk", true, "**Open**"},
    {"there is a risk", true, "**NOT TESTED**"},
    {"there is a risk", true, "**Needs profiling**"},
    {"there is a risk", true, "strict loading fails"},
    {"there is a risk", true, "**[P0]**"},
    {"there is a risk", true, "**[P1]**"},
    {"there is a risk", true, "**待确认**"},
    {"there is a risk", false, "point to a risk"},
    {"there is a risk", false, "都没有指出风险"},
    {"something was read", false, "**Coverage**: 0 of "},
    {"something was read", false, "**Coverage**: none of"},
    {"something was read", true, "**clean**"},
    {"numbers hold", true, "Numerics**: clean"},
    {"numbers hold", true, "Numerics: clean"},
    {"numbers hold", false, "wrong on some"},
};

}  // namespace

std::vector<ChangeClaim> ChangeClaimsOf(const Outline& outline) {
  std::vector<ChangeClaim> claims;
  for (const TextLine& line : outline.lines) {
    for (const auto& [verb, is_new] : kVerbs) {
      for (size_t at = line.text.find(verb); at != absl::string_view::npos;
           at = line.text.find(verb, at + 1)) {
        absl::string_view rest = line.text.substr(at + verb.size());
        while (const std::optional<absl::string_view> code = TakeSpan(rest)) {
          // "now calls `f` only when …": it was called before.
          const bool is_kept = absl::StartsWith(rest, " only when ");
          if (IsTelling(*code) && !is_kept) {
            claims.push_back({line.line, is_new, std::string(*code)});
          }
          if (!TakeSeparator(rest)) break;
        }
      }
    }
  }
  return claims;
}

std::vector<TestClaim> TestClaimsOf(const Outline& outline) {
  std::vector<TestClaim> claims;
  for (const TextLine& line : outline.lines) {
    if (absl::StrContains(line.text, "before the change")) continue;
    const std::vector<absl::string_view> spans = CodeSpans(line.text);
    for (size_t i = 0; i + 1 < spans.size(); ++i) {
      const bool is_first = IsTestName(spans[i]);
      const absl::string_view name = is_first ? spans[i] : spans[i + 1];
      const std::optional<PlaceText> place = ParsePlace(is_first ? spans[i + 1] : spans[i]);
      const absl::string_view between(spans[i].end(),
                                      static_cast<size_t>(spans[i + 1].begin() - spans[i].end()));
      const bool is_pair = IsTestName(name) && place.has_value() &&
                           (is_first ? between == "` (`" : between == "` `");
      if (is_pair) claims.push_back({line.line, std::string(name), place->path});
    }
  }
  return claims;
}

std::vector<StatusClaim> StatusClaimsOf(const Outline& outline) {
  std::vector<StatusClaim> claims;
  for (const TextLine& line : outline.lines) {
    const bool is_removed =
        absl::StrContains(line.text, ", removed ") || absl::StrContains(line.text, "，删除");
    const std::vector<absl::string_view> spans = CodeSpans(line.text);
    const bool is_point = absl::StartsWith(line.text, "- **`") && spans.size() >= 2;
    if (!is_removed || !is_point || !absl::StrContains(spans[1], "/")) continue;
    claims.push_back({line.line, std::string(spans[1].substr(0, spans[1].find(':'))),
                      std::string(spans[0]), "removed"});
  }
  for (const Block& block : outline.blocks) {
    if (block.language != "mermaid") continue;
    const Graph graph = ReadGraph(block.text);
    if (graph.kind != Graph::Kind::kFlow) continue;
    for (const GraphNode& node : graph.nodes) {
      if (node.status.empty() || !absl::StrContains(node.group, ".")) continue;
      claims.push_back({block.line, node.group, NameInLabel(node.label), node.status});
    }
  }
  return claims;
}

std::map<std::string, Answers> AnswersOf(const Outline& outline) {
  std::map<std::string, Answers> answers;
  for (const TextLine& line : outline.lines) {
    for (const Phrasing& phrasing : kPhrasings) {
      if (!absl::StrContains(line.text, phrasing.text)) continue;
      Answers& found = answers[std::string(phrasing.question)];
      (phrasing.is_yes ? found.yes : found.no).push_back({line.line, phrasing.text});
    }
  }
  return answers;
}

}  // namespace allreview::document_check
