#include "services/report/story/place_code.h"

#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

std::string WithSide(Language language, const change::v1::SourceRange& range,
                     const std::string& code) {
  constexpr Phrase kBefore("{place} before the change", "{place}（变更前）");
  return range.side() == change::v1::SIDE_LEFT ? Say(language, kBefore, {{"place", code}}) : code;
}

}  // namespace

std::string PlaceCode(Language language, const change::v1::SourceRange& range) {
  if (range.path().empty()) return "";
  return WithSide(language, range, MarkdownCode(Place(range)));
}

std::string StartCode(Language language, const change::v1::SourceRange& range) {
  if (range.path().empty()) return "";
  return WithSide(language, range, MarkdownCode(StartPlace(range)));
}

std::string StartCell(Language language, const change::v1::SourceRange& range) {
  if (range.path().empty()) return "";
  return WithSide(language, range, MarkdownCellCode(StartPlace(range)));
}

}  // namespace allreview::report
