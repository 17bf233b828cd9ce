#include "analyzers/python/syntax.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "analyzers/python/grammar.h"
#include "analyzers/python/source_text.h"
#include "analyzers/syntax/file_parse.h"
#include "analyzers/syntax/vocabulary.h"
#include "base/poll.h"
#include "base/status_macros.h"

template class allreview::syntax::Node<allreview::python::Language>;

namespace allreview::python {
namespace {

constexpr absl::string_view kKindNames[] = {
#define ALLREVIEW_KIND(name, text) text,
    ALLREVIEW_PYTHON_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
};
constexpr absl::string_view kFieldNames[] = {
#define ALLREVIEW_FIELD(name, text) text,
    ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
};

const syntax::Vocabulary& TheVocabulary() {
  static const auto* const vocabulary =
      new syntax::Vocabulary(Grammar(), {.kinds = kKindNames, .fields = kFieldNames});
  return *vocabulary;
}

// Whether the star at `at` unpacks what follows it, as far as the text around it tells.
bool IsSplat(absl::string_view source, size_t at) {
  if (at + 1 >= source.size() || source[at + 1] == '*' || source[at + 1] == ' ') return false;
  size_t end = at;
  while (end > 0 && (source[end - 1] == ' ' || source[end - 1] == '\n')) --end;
  const absl::string_view before = source.substr(0, end);
  return absl::EndsWith(before, ",") || absl::EndsWith(before, "=") ||
         absl::EndsWith(before, "return") || absl::EndsWith(before, "yield");
}

// The grammar takes no operator after a splat that has no brackets around it, as in `return a, *b *
// n`, which is Python. Without their stars such lines read well, and every other node is where it
// was. Empty: there is none near an error of `tree`.
std::string WithoutSplats(const syntax::TreeData& tree) {
  std::string text;
  // A statement of several lines may begin before its error.
  constexpr int kLinesBefore = 3;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    if (tree.nodes()[i].kind != syntax::kErrorKind) continue;
    const int first_line = tree.LineOf(tree.nodes()[i].first_byte);
    const uint32_t begin = tree.LineStart(std::max(1, first_line - kLinesBefore));
    const uint32_t end = tree.LineStart(tree.LastLineOf(i) + 1);
    PollBytes(end - begin);
    for (uint32_t at = begin; at < end; ++at) {
      if (tree.source()[at] != '*' || !IsSplat(tree.source(), at)) continue;
      if (text.empty()) text = std::string(tree.source());
      text[at] = ' ';
    }
  }
  return text;
}

// The text with each identifier as Python compares it; blanks, which may follow a name anywhere,
// keep everything behind it where it was. Empty: all identifiers are as Python compares them.
std::string WithComparedNames(const syntax::TreeData& tree) {
  std::string text;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const syntax::NodeData& node = tree.nodes()[i];
    if (node.kind != static_cast<uint8_t>(Kind::kIdentifier)) continue;
    const absl::string_view identifier =
        tree.source().substr(node.first_byte, node.end_byte - node.first_byte);
    const std::optional<std::string> name = AsciiNameOf(identifier);
    // Roman eight alone is longer in ASCII.
    if (!name || name->size() > identifier.size()) continue;
    if (text.empty()) text = std::string(tree.source());
    std::fill(text.begin() + node.first_byte, text.begin() + node.end_byte, ' ');
    std::copy(name->begin(), name->end(), text.begin() + node.first_byte);
  }
  return text;
}

}  // namespace

absl::string_view KindName(Kind kind) {
  return syntax::KindName(static_cast<uint8_t>(kind), kKindNames);
}

absl::StatusOr<SyntaxTree> Language::Parse(absl::string_view source, const ParseLimits& limits,
                                           VersionedParse* versions) {
  syntax::FileParse parse(TheVocabulary(), source, limits, versions);
  RETURN_IF_ERROR(parse.Read(TextForParser(source)));
  const auto errors = [&] { return parse.tree().error_count(); };
  auto names = std::make_shared<const std::string>(
      IsAscii(parse.tree().source()) ? "" : WithComparedNames(parse.tree()));
  bool has_names = false;
  if (!names->empty()) {
    ASSIGN_OR_RETURN(has_names, parse.ReadAgain(names, errors()));
  }
  if (errors() > 0) {
    std::string readable = WithoutSplats(parse.tree());
    if (!readable.empty()) {
      RETURN_IF_ERROR(
          parse.ReadAgain(std::make_shared<const std::string>(std::move(readable)), errors() - 1)
              .status());
    }
  }
  return SyntaxTree(std::move(parse).Finish(has_names ? names : nullptr));
}

}  // namespace allreview::python
