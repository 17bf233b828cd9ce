#include "analyzers/cpp/syntax.h"

#include <optional>
#include <string>
#include <utility>

#include "analyzers/cpp/readable_text.h"
#include "analyzers/syntax/file_parse.h"
#include "analyzers/syntax/grammar.h"
#include "analyzers/syntax/vocabulary.h"
#include "base/status_macros.h"

extern "C" const TSLanguage* tree_sitter_cuda(void);

template class allreview::syntax::Node<allreview::cpp::Language>;

namespace allreview::cpp {
namespace {

constexpr absl::string_view kKindNames[] = {
#define ALLREVIEW_KIND(name, text) text,
    ALLREVIEW_CPP_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
};
constexpr absl::string_view kFieldNames[] = {
#define ALLREVIEW_FIELD(name, text) text,
    ALLREVIEW_CPP_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
};

const syntax::Vocabulary& TheVocabulary() {
  static const auto* const vocabulary =
      new syntax::Vocabulary(tree_sitter_cuda(), {.kinds = kKindNames, .fields = kFieldNames});
  return *vocabulary;
}

}  // namespace

absl::string_view KindName(Kind kind) {
  return syntax::KindName(static_cast<uint8_t>(kind), kKindNames);
}

absl::string_view FieldName(Field field) {
  return field == Field::kNoField ? "" : kFieldNames[static_cast<size_t>(field) - 1];
}

absl::StatusOr<SyntaxTree> Language::Parse(absl::string_view source, const ParseLimits& limits,
                                           VersionedParse* versions) {
  syntax::FileParse parse(TheVocabulary(), source, limits, versions,
                          syntax::FileParse::Reuse::kWithoutErrors);
  const std::optional<std::string> readable = ReadableText(source);
  RETURN_IF_ERROR(parse.Read(readable));
  // What was made readable may be worse, seldom.
  if (const int errors = parse.tree().error_count(); readable && errors > 0) {
    RETURN_IF_ERROR(parse.ReadAgain(nullptr, errors - 1).status());
  }
  return SyntaxTree(std::move(parse).Finish());
}

}  // namespace allreview::cpp
