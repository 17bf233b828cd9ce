// What is new, where it goes, and the one review that says it.

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/feedback/probation.h"
#include "gateway/forge/publish/publication.h"
#include "gateway/forge/publish/review_post.h"
#include "gateway/metrics/metrics.h"
#include "review/code_url.h"
#include "review/labels.h"
#include "review/language/phrase.h"
#include "review/markdown.h"

namespace allreview::gateway {
namespace {

using finding::v1::Finding;
using review::v1::ReviewComment;

// Of a fingerprint; commands take any beginning that is unique.
constexpr size_t kIdDigits = 8;

}  // namespace

// A finding that the report service could pin to no file of the change.
BodyFinding PublicationRun::WithoutComment(const Finding& finding) const {
  static constexpr Phrase kOfRule("rule {rule}", "规则 {rule}");
  return {.place = Place(finding.range()),
          .body = MarkdownCodeBlock(finding.fix().empty()
                                        ? finding.problem()
                                        : absl::StrCat(finding.problem(), "\n", finding.fix()),
                                    "text"),
          .why = Say(language_, kOfRule, {{"rule", MarkdownCode(finding.rule_id())}}),
          .id = finding.fingerprint().substr(0, kIdDigits)};
}

bool PublicationRun::IsFresh(const std::string& fingerprint, const std::string& rule) const {
  return novelty_.known.count(fingerprint) == 0 && silent_rules_.count(rule) == 0;
}

absl::Status PublicationRun::ChooseFresh() {
  const std::map<std::string, int> versions(stored_.rule_versions().begin(),
                                            stored_.rule_versions().end());
  ASSIGN_OR_RETURN(silent_rules_,
                   SettleProbation(store_, OrganisationOf(stored_.summary().repository()), versions,
                                   options_.metrics));
  silent_rules_.insert(state_.state.ignored_rules().begin(), state_.state.ignored_rules().end());
  PlaceFresh();
  for (const KnownFinding& known : novelty_.persisting) {
    if (known.run == stored_.summary().id()) ++new_findings_;  // Posted before we were interrupted.
  }
  new_findings_ += on_lines_.size() + on_files_.size() + in_body_.size();
  return absl::OkStatus();
}

Marker PublicationRun::FindingMarker(const std::string& fingerprint) const {
  Marker marker{.kind = Marker::Kind::kFinding, .run = stored_.summary().id(), .head = head_};
  marker.finding.fingerprint = fingerprint;
  if (const auto found = findings_.find(fingerprint); found != findings_.end()) {
    marker.finding.rule_id = found->second->rule_id();
    marker.finding.key = ContentKey(*found->second);
  }
  return marker;
}

// Only rules that the server knows have pages: not those of other tools.
RuleOfComment PublicationRun::RuleOf(const MarkedFinding& finding) const {
  const bool has_page =
      options_.rule_url != nullptr && stored_.rule_versions().contains(finding.rule_id);
  return {.id = finding.rule_id, .page = has_page ? options_.rule_url(finding.rule_id) : ""};
}

BodyFinding PublicationRun::ToBody(const ReviewComment& comment) const {
  static constexpr Phrase kNoPlace("GitHub takes no comment there", "GitHub 不接受在该处评论");
  change::v1::SourceRange range;
  range.set_path(comment.path());
  range.set_first_line(comment.wanted_line() > 0 ? comment.wanted_line() : comment.line());
  return {.place = Place(range),
          .body = WithoutSuggestions(comment.body()),
          .why = std::string(kNoPlace.In(language_)),
          .id = comment.fingerprint().substr(0, kIdDigits)};
}

void PublicationRun::PlaceFresh() {
  const DiffPositions positions(review_, stored_.diff());
  std::set<std::string> seen;  // One finding has one comment.
  for (const ReviewComment& comment : review_.comments()) {
    const Marker marker = FindingMarker(comment.fingerprint());
    const bool is_named = !comment.fingerprint().empty();
    if (is_named && !seen.insert(comment.fingerprint()).second) continue;
    if (!IsFresh(comment.fingerprint(), marker.finding.rule_id)) continue;
    Placement placement = positions.Place(language_, comment);
    if (placement.kind == Placement::Kind::kFile &&
        on_files_.size() >= static_cast<size_t>(options_.max_file_comments)) {
      placement.kind = Placement::Kind::kBody;
    }
    if (placement.kind == Placement::Kind::kBody) {
      in_body_.push_back(ToBody(placement.comment));
      marked_in_body_.push_back(marker.finding);
      continue;
    }
    const bool is_line = placement.kind == Placement::Kind::kLine;
    const std::string body = WithFoot(language_, placement.comment, RuleOf(marker.finding));
    placement.comment.set_body(CommentBody(body, marker));
    (is_line ? on_lines_ : on_files_).push_back(std::move(placement.comment));
  }
  for (const Finding& finding : said_.findings()) {
    const bool is_shown = finding.shown() == finding::v1::SHOWN_FULL;
    if (!is_shown || !seen.insert(finding.fingerprint()).second) continue;
    if (!IsFresh(finding.fingerprint(), finding.rule_id())) continue;
    in_body_.push_back(WithoutComment(finding));
    marked_in_body_.push_back(FindingMarker(finding.fingerprint()).finding);
  }
}

absl::Status PublicationRun::PostFileComments() {
  for (const ReviewComment& comment : on_files_) {
    const absl::StatusOr<int64_t> id = api_.PostFileComment(pull_, head_, comment);
    if (id.ok()) {
      comment_ids_[comment.fingerprint()] = *id;
      publication_.set_comments(publication_.comments() + 1);
    } else if (absl::IsInvalidArgument(id.status()) || absl::IsPermissionDenied(id.status()) ||
               absl::IsNotFound(id.status())) {
      in_body_.push_back(ToBody(comment));
      marked_in_body_.push_back(FindingMarker(comment.fingerprint()).finding);
    } else {
      return id.status();
    }
  }
  return absl::OkStatus();
}

bool PublicationRun::HasEarlierReview() const {
  return !state_.state.published_head().empty() ||
         std::any_of(talk_.reviews.begin(), talk_.reviews.end(), [&](const OwnReview& review) {
           return !review.is_draft && review.marker.has_value() &&
                  review.marker->run != stored_.summary().id();
         });
}

const OwnReview* PublicationRun::SummaryReview() const {
  for (const OwnReview& review : talk_.reviews) {
    if (review.is_draft || !review.marker.has_value()) continue;
    return review.marker->run == stored_.summary().id() ? nullptr : &review;
  }
  return nullptr;
}

bool PublicationRun::HasAnythingToSay() const {
  if (!on_lines_.empty() || !in_body_.empty()) return true;
  // The first review also tells what was not looked at; the check run tells that all is well.
  const bool is_clean = review_.conclusion() == review::v1::CONCLUSION_SUCCESS;
  return !HasEarlierReview() && !is_clean;
}

TextInput PublicationRun::TextFor(const Comments& moved) const {
  TextInput input{.language = language_, .review = said_, .novelty = novelty_};
  input.new_findings = new_findings_;
  input.is_incremental = HasEarlierReview();
  input.in_body = in_body_;
  for (const ReviewComment& comment : moved) input.in_body.push_back(ToBody(comment));
  input.problems = problems_;
  if (options_.page_url) input.page_url = options_.page_url(stored_.summary().id());
  input.code_url = CodeUrl({.pull_request = stored_.summary().url(),
                            .number = stored_.summary().number(),
                            .commit = stored_.summary().head_commit()});
  if (const OwnReview* review = SummaryReview(); review != nullptr) {
    input.summary_url = review->url;
  }
  return input;
}

std::string PublicationRun::WriteBody(const Comments& posted, const Comments& moved) const {
  Marker marker{.kind = Marker::Kind::kReview, .run = stored_.summary().id(), .head = head_};
  marker.in_body = marked_in_body_;
  for (const auto* comments : {&posted, &on_files_}) {
    for (const ReviewComment& comment : *comments) {
      const bool is_file = comments == &on_files_;
      if (is_file && comment_ids_.count(comment.fingerprint()) == 0) continue;
      marker.posted.push_back(FindingMarker(comment.fingerprint()).finding);
    }
  }
  for (const ReviewComment& comment : moved) {
    marker.in_body.push_back(FindingMarker(comment.fingerprint()).finding);
  }
  for (const KnownFinding& known : novelty_.persisting) {
    // Posted by this run before it was interrupted.
    const bool is_ours = known.run == stored_.summary().id();
    if (is_ours) marker.posted.push_back(FindingMarker(known.thread.fingerprint()).finding);
  }
  return ReviewBody(TextFor(moved), marker);
}

absl::Status PublicationRun::PostReview() {
  for (const OwnReview& review : talk_.reviews) {
    const bool is_done = !review.is_draft && review.marker.has_value() &&
                         review.marker->run == stored_.summary().id();
    if (!is_done) continue;
    // An earlier attempt came this far.
    publication_.set_review_url(review.url);
    publication_.set_comments(static_cast<int>(review.marker->posted.size()));
    publication_.set_moved_to_body(static_cast<int>(review.marker->in_body.size()));
    CountRecovery("interrupted");
    return absl::OkStatus();
  }
  if (!HasAnythingToSay()) return absl::OkStatus();
  const bool is_blocked = review_.conclusion() == review::v1::CONCLUSION_BLOCKED;
  ReviewPost post(api_, pull_, talk_,
                  {.review_id = stored_.summary().id(),
                   .head = head_,
                   .may_request_changes = is_blocked && options_.may_request_changes,
                   .write_body = [this](const Comments& posted,
                                        const Comments& moved) { return WriteBody(posted, moved); },
                   .on_recovery = [this](absl::string_view kind) { CountRecovery(kind); }});
  absl::StatusOr<PostResult> posted = post.Send(on_lines_);
  if (!posted.ok()) {
    can_write_review_ = false;
    new_findings_ = 0;
    RETURN_IF_ERROR(Tolerate(posted.status(), kReviewNotPosted));
    for (const ReviewComment& comment : on_lines_) in_body_.push_back(ToBody(comment));
    return absl::OkStatus();
  }
  publication_.set_review_url(posted->url);
  publication_.set_comments(publication_.comments() + static_cast<int>(posted->posted.size()));
  for (const ReviewComment& comment : posted->moved) {
    marked_in_body_.push_back(FindingMarker(comment.fingerprint()).finding);
    in_body_.push_back(ToBody(comment));
  }
  publication_.set_moved_to_body(static_cast<int>(in_body_.size()));
  return NoteComments(posted->id);
}

// Which comment belongs to which finding. Without it the next run finds out.
absl::Status PublicationRun::NoteComments(int64_t review_id) {
  if (review_id == 0 || on_lines_.empty()) return absl::OkStatus();
  ASSIGN_OR_RETURN(const std::vector<ForgeComment> comments,
                   api_.ListComments(pull_, {.author = talk_.login, .review = review_id}));
  for (const ForgeComment& comment : comments) {
    const std::optional<Marker> marker = FindMarker(comment.body);
    if (marker.has_value()) comment_ids_[marker->finding.fingerprint] = comment.id;
  }
  return absl::OkStatus();
}

}  // namespace allreview::gateway
