#include "gateway/forge/publish/positions.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "review/language/phrase.h"

namespace allreview::gateway {

using review::v1::ReviewComment;

DiffPositions::DiffPositions(const review::v1::Review& review, absl::string_view diff)
    : lines_(review) {
  const ShownLines given = ShownLines::OfDiff(diff);
  if (!given.IsEmpty()) lines_.Intersect(given);
}

DiffPositions::DiffPositions(const std::map<std::string, std::string>& patches)
    : lines_(ShownLines::OfPatches(patches)) {}

bool DiffPositions::IsLegal(const ReviewComment& comment) const {
  if (comment.line() <= 0) return false;
  const bool is_range = comment.start_line() != 0;
  if (is_range && comment.start_line() >= comment.line()) return false;
  return lines_.AreInOneHunk(comment.path(), comment.side(),
                             is_range ? comment.start_line() : comment.line(), comment.line());
}

Placement DiffPositions::Place(Language language, const ReviewComment& comment) const {
  static constexpr Phrase kAboutLine("(about line {line}) {body}", "（针对第 {line} 行）{body}");
  Placement placement{.kind = Placement::Kind::kLine, .comment = comment};
  if (IsLegal(comment)) return placement;
  const int wanted = comment.wanted_line() > 0 ? comment.wanted_line() : comment.line();
  const int nearest =
      comment.line() > 0 ? lines_.Nearest(comment.path(), comment.side(), comment.line()) : 0;
  placement.comment.set_start_line(0);
  placement.comment.set_line(nearest);
  placement.comment.set_wanted_line(wanted);
  placement.comment.set_body(WithoutSuggestions(comment.body()));
  if (nearest != comment.line() && comment.wanted_line() == 0 && wanted > 0) {
    placement.comment.set_body(
        Say(language, kAboutLine,
            {{"line", absl::StrCat(wanted)}, {"body", placement.comment.body()}}));
  }
  if (nearest > 0) return placement;
  placement.kind = lines_.HasFile(comment.path()) ? Placement::Kind::kFile : Placement::Kind::kBody;
  return placement;
}

std::string WithoutSuggestions(absl::string_view body) {
  std::string plain;
  while (!body.empty()) {
    const absl::string_view rest = body;
    const absl::string_view line = body.substr(0, body.find('\n'));
    body.remove_prefix(std::min(line.size() + 1, body.size()));
    const size_t ticks = std::min(line.find_first_not_of('`'), line.size());
    const bool is_suggestion =
        ticks >= 3 && absl::StripSuffix(line.substr(ticks), "\r") == "suggestion";
    const absl::string_view whole = rest.substr(0, rest.size() - body.size());
    if (is_suggestion) {
      absl::StrAppend(&plain, line.substr(0, ticks), "\n");
    } else {
      absl::StrAppend(&plain, whole);
    }
  }
  return plain;
}

}  // namespace allreview::gateway
