#ifndef GATEWAY_WEB_WORDS_H_
#define GATEWAY_WEB_WORDS_H_

// What the pages call things: enums, numbers, times. Pure.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gateway/web/html.h"
#include "google/protobuf/timestamp.pb.h"
#include "proto/change/v1/change.pb.h"
#include "proto/finding/v1/finding.pb.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::web {

// A word, the class of its colour, and its name in queries.
struct Label {
  absl::string_view text;
  absl::string_view css;
  absl::string_view query = "";
};

Label LabelOf(finding::v1::Severity severity);
Label LabelOf(review::v1::Conclusion conclusion);
Label LabelOf(review::v1::ReviewState state);
Label LabelOf(change::v1::LedgerEntry::State state);
absl::string_view NameOf(review::v1::Trigger trigger);
absl::string_view NameOf(finding::v1::Impact impact);
absl::string_view NameOf(finding::v1::Pillar pillar);
absl::string_view NameOf(finding::v1::Confidence confidence);

// The severity of a finding, or "Question", "Praise".
Label LabelOf(const finding::v1::Finding& finding);

Html Chip(const Label& label);
// Its conclusion when it is done, its state otherwise.
Html StateChip(const review::v1::ReviewSummary& review);
// "2 P0 · 1 P1", those that are not zero; "no findings".
Html CountChips(const review::v1::Counts& counts);
// "+12 −3".
Html LineCounts(int64_t additions, int64_t deletions);

// "12,345"
std::string Grouped(int64_t number);
// "1 file", "12,345 files"
std::string Plural(int64_t count, absl::string_view one, absl::string_view many = "");
// "12.5 %"; "–" when there is nothing to divide by.
std::string Percent(double part, double whole);
std::string ShortCommit(absl::string_view commit);

absl::Time TimeOf(const google::protobuf::Timestamp& time);
// <time>3 hours ago</time> with the whole time as its title; nothing when it is not set.
Html TimeAgo(const google::protobuf::Timestamp& time, absl::Time now);
// "1 min 5 s"
std::string DurationText(absl::Duration duration);

// "acme/train #7", or what is known of a change that is not on GitHub.
std::string PlaceOf(const review::v1::ReviewSummary& review);
// The title, or something in its stead.
std::string TitleOf(const review::v1::ReviewSummary& review);

bool IsRunning(const review::v1::ReviewSummary& review);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_WORDS_H_
