#ifndef GATEWAY_FORGE_MARKER_H_
#define GATEWAY_FORGE_MARKER_H_

// Hidden notes in what we post, so that the state of a pull request can be read back from the pull
// request alone. Pure.
//
//   body += MarkerText({.kind = Marker::Kind::kFinding, .finding = {fingerprint, rule, key}, …});
//   std::optional<Marker> marker = FindMarker(comment.body);
//
//   <!-- allreview:v1 fp=9f… rule=unscaled-loss key=04… run=01JD… -->            a finding's
//   comment
//   <!-- allreview:v1 review=01JD… head=ab… posted=9f…/unscaled-loss/04… body=… --> a review's body
//   <!-- allreview:v1 fixed=9f… head=ab… -->   <!-- allreview:v1 back=9f… head=ab… -->  replies
//
// Anybody can write such a text: only what we have written ourselves may be believed.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/finding/v1/finding.pb.h"

namespace allreview::gateway {

// Who a finding is, across pushes.
struct MarkedFinding {
  std::string fingerprint = {};
  std::string rule_id = {};
  std::string key = {};  // ContentKey.
};

struct Marker {
  enum class Kind { kFinding, kReview, kFixed, kBack };
  Kind kind = Kind::kFinding;
  std::string run;                          // ReviewSummary.id, of kFinding and kReview.
  std::string head;                         // Commit; not of kFinding.
  MarkedFinding finding = {};               // Not of kReview; of replies the fingerprint only.
  std::vector<MarkedFinding> posted = {};   // Of kReview: findings with a comment,
  std::vector<MarkedFinding> in_body = {};  // and those that stand in the body.
};

// On one line, without line end. Characters that could end it early become '?'.
std::string MarkerText(const Marker& marker);

// The last one of the text.
std::optional<Marker> FindMarker(absl::string_view text);

// Sixteen digits of rule, symbol and code: what stays the same when a file is renamed, which
// changes the fingerprint.
std::string ContentKey(const finding::v1::Finding& finding);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_MARKER_H_
