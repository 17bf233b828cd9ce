#ifndef GATEWAY_FORGE_PUBLISH_POSITIONS_H_
#define GATEWAY_FORGE_PUBLISH_POSITIONS_H_

// Where GitHub will take each comment. The report service has chosen legal places already; this
// looks again, at the hunks of the review and at the diff text that GitHub gave, because one bad
// anchor makes GitHub refuse a whole review. Its rules: review/shown_lines.h. Pure.
//
//   DiffPositions positions(stored.review(), stored.diff());
//   Placement placement = positions.Place(language, comment);

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "proto/review/v1/review.pb.h"
#include "review/shown_lines.h"
#include "sentences/phrase.h"

namespace allreview::gateway {

struct Placement {
  enum class Kind {
    kLine,  // As a comment of the review.
    kFile,  // On the file as a whole, which takes a call of its own.
    kBody,  // GitHub takes it nowhere else.
  };
  Kind kind = Kind::kBody;
  // As it is to be posted: path, side, lines and body. Where the comment had to move, the body says
  // so in the team's language, and a suggestion in it, which would now replace other lines, is
  // plain code.
  review::v1::ReviewComment comment;
};

class DiffPositions {
 public:
  // An empty `diff` is not looked at. Neither argument is kept.
  DiffPositions(const review::v1::Review& review, absl::string_view diff);
  // By GitHub's own patches, "@@ …" and on, by new path.
  explicit DiffPositions(const std::map<std::string, std::string>& patches);

  bool IsLegal(const review::v1::ReviewComment& comment) const;
  Placement Place(Language language, const review::v1::ReviewComment& comment) const;

 private:
  ShownLines lines_;
};

// The body with suggestion blocks turned into plain code.
std::string WithoutSuggestions(absl::string_view body);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_POSITIONS_H_
