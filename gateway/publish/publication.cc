#include "gateway/publish/publication.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "gateway/metrics.h"
#include "gateway/publish/check_run.h"
#include "gateway/publish/json_pages.h"
#include "gateway/publish/probation.h"
#include "gateway/publish/review_post.h"
#include "gateway/publish/threads.h"
#include "github/json.h"

namespace allreview::gateway {
namespace {

using finding::v1::Finding;
using github::Json;
using review::v1::FindingThread;
using review::v1::Publication;
using review::v1::PullRequestState;
using review::v1::ReviewComment;

constexpr int kStoreAttempts = 5;

bool IsPermission(const absl::Status& status) {
  return absl::IsPermissionDenied(status) || absl::IsNotFound(status);
}

std::string PlaceText(const std::string& path, int line) {
  return line > 0 ? absl::StrCat(path, ":", line) : path;
}

// A finding that the report service could pin to no file of the change.
BodyFinding WithoutComment(const Finding& finding) {
  return {
      .place = PlaceText(finding.range().path(), finding.range().first_line()),
      .body = Fenced(finding.fix().empty() ? finding.problem()
                                           : absl::StrCat(finding.problem(), "\n", finding.fix())),
      .why = absl::StrCat("rule ", CodeSpan(finding.rule_id()))};
}

}  // namespace

PublicationRun::PublicationRun(github::Api& api, ReviewStore& store, const PublishOptions& options,
                               const review::v1::StoredReview& review)
    : api_(api),
      store_(store),
      options_(options),
      stored_(review),
      review_(review.review()),
      pull_({review.summary().repository().full_name(), review.summary().number()}),
      head_(review.summary().head_commit()) {
  for (const Finding& finding : review_.findings()) {
    findings_.emplace(finding.fingerprint(), &finding);
  }
}

absl::StatusOr<Publication> PublicationRun::Run() {
  RETURN_IF_ERROR(Read());
  if (can_write_review_) {
    RETURN_IF_ERROR(ChooseFresh());
    RETURN_IF_ERROR(PostFileComments());
    RETURN_IF_ERROR(PostReview());
  } else {
    for (const ReviewComment& comment : review_.comments()) in_body_.push_back(ToBody(comment));
  }
  if (can_write_review_) RETURN_IF_ERROR(UpdateThreads());
  RETURN_IF_ERROR(WriteCheck());
  RETURN_IF_ERROR(Keep());
  const bool is_anything_there =
      check_run_id_ != 0 || !publication_.review_url().empty() || publication_.comments() > 0;
  publication_.set_state(problems_.empty()   ? Publication::STATE_PUBLISHED
                         : is_anything_there ? Publication::STATE_PARTIAL
                                             : Publication::STATE_FAILED);
  publication_.set_reason(absl::StrJoin(problems_, "; "));
  CountResult(publication_);
  return publication_;
}

absl::Status PublicationRun::Read() {
  ASSIGN_OR_RETURN(state_, store_.GetPullRequest(stored_.summary().repository().id(),
                                                 stored_.summary().number()));
  absl::StatusOr<Conversation> talk = ReadConversation(api_, pull_, options_.login);
  if (!talk.ok()) {
    // Whoever cannot read what is there would post it again.
    can_write_review_ = false;
    return Tolerate(talk.status(), "the review was not posted");
  }
  talk_ = *std::move(talk);
  if (talk_.head != head_) {
    return absl::AbortedError(
        absl::StrCat(pull_.text(), ": the review is of ", head_, ", the head is now ", talk_.head));
  }
  if (!talk_.has_threads) {
    problems_.push_back(
        "threads of fixed findings were not resolved: GraphQL is not for this token");
  }
  novelty_ = Compare(KnownFindings(talk_, state_.state), review_, head_);
  return absl::OkStatus();
}

// OK where only a permission is missing: what can be published is.
absl::Status PublicationRun::Tolerate(const absl::Status& status, const std::string& what) {
  if (!IsPermission(status) && !absl::IsFailedPrecondition(status)) return status;
  problems_.push_back(absl::StrCat(what, ": ", status.message()));
  return absl::OkStatus();
}

bool PublicationRun::IsFresh(const std::string& fingerprint, const std::string& rule) const {
  return novelty_.known.count(fingerprint) == 0 && silent_rules_.count(rule) == 0;
}

absl::Status PublicationRun::ChooseFresh() {
  ASSIGN_OR_RETURN(std::vector<review::v1::RuleStanding> standings,
                   store_.ListStandings(OrganisationOf(stored_.summary().repository())));
  const std::map<std::string, int> versions(stored_.rule_versions().begin(),
                                            stored_.rule_versions().end());
  silent_rules_ = RulesOnProbation(standings, versions);
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

BodyFinding PublicationRun::ToBody(const ReviewComment& comment) const {
  const int line = comment.wanted_line() > 0 ? comment.wanted_line() : comment.line();
  return {.place = PlaceText(comment.path(), line),
          .body = WithoutSuggestions(comment.body()),
          .why = "GitHub takes no comment there"};
}

void PublicationRun::PlaceFresh() {
  const DiffPositions positions(review_, stored_.diff());
  std::set<std::string> seen;  // One finding has one comment.
  for (const ReviewComment& comment : review_.comments()) {
    const Marker marker = FindingMarker(comment.fingerprint());
    if (!seen.insert(comment.fingerprint()).second) continue;
    if (!IsFresh(comment.fingerprint(), marker.finding.rule_id)) continue;
    Placement placement = positions.Place(comment);
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
    placement.comment.set_body(CommentBody(placement.comment.body(), marker));
    (is_line ? on_lines_ : on_files_).push_back(std::move(placement.comment));
  }
  for (const Finding& finding : review_.findings()) {
    const bool is_shown = finding.shown() == finding::v1::SHOWN_FULL;
    if (!is_shown || !seen.insert(finding.fingerprint()).second) continue;
    if (!IsFresh(finding.fingerprint(), finding.rule_id())) continue;
    in_body_.push_back(WithoutComment(finding));
    marked_in_body_.push_back(FindingMarker(finding.fingerprint()).finding);
  }
}

absl::Status PublicationRun::PostFileComments() {
  for (const ReviewComment& comment : on_files_) {
    absl::StatusOr<github::ApiAnswer> answer =
        api_.Send({.method = "POST",
                   .path_or_url = pull_.path("/comments"),
                   .body_json = github::ToText({{"body", comment.body()},
                                                {"commit_id", head_},
                                                {"path", comment.path()},
                                                {"subject_type", "file"}}),
                   .what = absl::StrCat("a comment on ", pull_.text())});
    if (answer.ok()) {
      absl::StatusOr<Json> json = github::ParseJson(answer->body, Json::value_t::object);
      comment_ids_[comment.fingerprint()] = json.ok() ? github::Number(*json, "id") : 0;
      publication_.set_comments(publication_.comments() + 1);
      Count("file");
    } else if (absl::IsInvalidArgument(answer.status()) || IsPermission(answer.status())) {
      in_body_.push_back(ToBody(comment));
      marked_in_body_.push_back(FindingMarker(comment.fingerprint()).finding);
    } else {
      return answer.status();
    }
  }
  return absl::OkStatus();
}

bool PublicationRun::HasEarlierReview() const {
  return !state_.state.published_head().empty() ||
         std::any_of(talk_.reviews.begin(), talk_.reviews.end(), [&](const OwnReview& review) {
           return !review.is_pending && review.marker.has_value() &&
                  review.marker->run != stored_.summary().id();
         });
}

bool PublicationRun::HasAnythingToSay() const {
  if (!on_lines_.empty() || !in_body_.empty()) return true;
  // The first review also tells what was not looked at; the check run tells that all is well.
  const bool is_clean = review_.conclusion() == review::v1::CONCLUSION_SUCCESS;
  return !HasEarlierReview() && !is_clean;
}

TextInput PublicationRun::TextFor(const Comments& moved) const {
  TextInput input{.review = stored_, .novelty = novelty_};
  input.new_findings = new_findings_;
  input.is_incremental = HasEarlierReview();
  input.in_body = in_body_;
  for (const ReviewComment& comment : moved) input.in_body.push_back(ToBody(comment));
  input.problems = problems_;
  if (options_.page_url) input.page_url = options_.page_url(stored_.summary().id());
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
  return ReviewBody(TextFor(moved), marker);
}

absl::Status PublicationRun::PostReview() {
  for (const OwnReview& review : talk_.reviews) {
    const bool is_done = !review.is_pending && review.marker.has_value() &&
                         review.marker->run == stored_.summary().id();
    if (!is_done) continue;
    // An earlier attempt came this far.
    publication_.set_review_url(review.url);
    publication_.set_comments(static_cast<int>(review.marker->posted.size()));
    publication_.set_moved_to_body(static_cast<int>(review.marker->in_body.size()));
    Count("interrupted");
    return absl::OkStatus();
  }
  if (!HasAnythingToSay()) return absl::OkStatus();
  const bool is_blocked = review_.conclusion() == review::v1::CONCLUSION_BLOCKED;
  ReviewPost post(
      api_, pull_, talk_,
      {.review_id = stored_.summary().id(),
       .head = head_,
       .event = is_blocked && options_.may_request_changes ? "REQUEST_CHANGES" : "COMMENT",
       .write_body = [this](const Comments& posted,
                            const Comments& moved) { return WriteBody(posted, moved); },
       .on_recovery = [this](absl::string_view kind) { Count(kind); }});
  absl::StatusOr<PostedReview> posted = post.Send(on_lines_);
  if (!posted.ok()) {
    can_write_review_ = false;
    new_findings_ = 0;
    RETURN_IF_ERROR(Tolerate(posted.status(), "the review was not posted"));
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
  return ForEach(api_, pull_.path(absl::StrCat("/reviews/", review_id, "/comments?per_page=100")),
                 absl::StrCat("comments of our review of ", pull_.text()), "",
                 [this](const Json& json) {
                   const std::optional<Marker> marker = FindMarker(github::Text(json, "body"));
                   if (!marker.has_value()) return;
                   comment_ids_[marker->finding.fingerprint] = github::Number(json, "id");
                 });
}

absl::Status PublicationRun::UpdateThreads() {
  NoteKnown(novelty_.persisting);
  NoteKnown(novelty_.set_aside);
  NoteKnown(novelty_.others);
  for (const KnownFinding& fixed : novelty_.fixed) {
    absl::Status status = ResolveFixed(api_, pull_, talk_, fixed);
    if (!status.ok()) {
      RETURN_IF_ERROR(Tolerate(status, "a thread was not resolved"));
      NoteKnown({fixed});
      continue;
    }
    publication_.set_fixed(publication_.fixed() + 1);
    NoteKnown({fixed}, FindingThread::STATE_FIXED);
  }
  for (const KnownFinding& returned : novelty_.returned) {
    absl::Status status = ReopenReturned(api_, pull_, talk_, returned);
    if (!status.ok()) RETURN_IF_ERROR(Tolerate(status, "a thread was not opened again"));
    NoteKnown({returned}, status.ok() ? FindingThread::STATE_OPEN : FindingThread::STATE_FIXED);
  }
  for (const KnownFinding& known : novelty_.persisting) {
    if (known.run != stored_.summary().id()) {
      publication_.set_persisting(publication_.persisting() + 1);
    }
  }
  publication_.set_persisting(publication_.persisting() +
                              static_cast<int>(novelty_.returned.size()));
  return absl::OkStatus();
}

void PublicationRun::NoteKnown(const std::vector<KnownFinding>& findings,
                               FindingThread::State state) {
  for (const KnownFinding& finding : findings) {
    threads_.push_back(finding.thread);
    if (state != FindingThread::STATE_UNSPECIFIED) threads_.back().set_state(state);
  }
}

absl::Status PublicationRun::WriteCheck() {
  const TextInput input = TextFor({});
  absl::StatusOr<WrittenCheck> written = WriteCheckRun(api_, pull_.repository,
                                                       {.name = options_.check_name,
                                                        .head = head_,
                                                        .external_id = stored_.summary().id(),
                                                        .details_url = input.page_url,
                                                        .status = "completed",
                                                        .conclusion = CheckConclusion(review_),
                                                        .title = TitleOf(review_),
                                                        .summary = CheckSummary(input),
                                                        .annotations = Annotations(review_),
                                                        .has_actions = true});
  if (!written.ok()) return Tolerate(written.status(), "the check run was not written");
  check_run_id_ = written->id;
  publication_.set_check_url(written->url);
  return absl::OkStatus();
}

PullRequestState PublicationRun::NewState(const PullRequestState& old) const {
  PullRequestState state = old;
  *state.mutable_repository() = stored_.summary().repository();
  state.set_number(stored_.summary().number());
  if (state.head_commit().empty()) state.set_head_commit(head_);
  if (old.number() == 0) state.set_is_open(true);
  if (check_run_id_ != 0) state.set_check_run_id(check_run_id_);
  if (!can_write_review_) return state;
  state.set_published_head(head_);
  state.set_published_review_id(stored_.summary().id());
  std::map<std::string, FindingThread> threads;
  for (const FindingThread& thread : threads_) threads[thread.fingerprint()] = thread;
  auto add = [&](const MarkedFinding& finding, FindingThread::State kind) {
    FindingThread& thread = threads[finding.fingerprint];
    thread.set_fingerprint(finding.fingerprint);
    thread.set_rule_id(finding.rule_id);
    thread.set_state(kind);
    thread.set_first_head(head_);
    if (const auto found = findings_.find(finding.fingerprint); found != findings_.end()) {
      thread.set_path(found->second->range().path());
    }
  };
  for (const auto& [fingerprint, id] : comment_ids_) {
    add(FindingMarker(fingerprint).finding, FindingThread::STATE_OPEN);
    threads[fingerprint].set_comment_id(id);
  }
  for (const MarkedFinding& finding : marked_in_body_) {
    add(finding, FindingThread::STATE_IN_BODY);
  }
  state.clear_threads();
  for (const auto& [fingerprint, thread] : threads) *state.add_threads() = thread;
  return state;
}

absl::Status PublicationRun::Keep() {
  absl::Status put;
  for (int attempt = 0; attempt < kStoreAttempts; ++attempt) {
    put = store_.PutPullRequest(NewState(state_.state), state_.version);
    if (!absl::IsAborted(put)) break;
    // Somebody noted a vote or a newer head meanwhile; the threads are ours.
    ASSIGN_OR_RETURN(state_, store_.GetPullRequest(stored_.summary().repository().id(),
                                                   stored_.summary().number()));
  }
  RETURN_IF_ERROR(put);
  if (!can_write_review_) return absl::OkStatus();
  std::map<std::string, std::string> shown;  // Rule by fingerprint.
  for (const auto& [fingerprint, id] : comment_ids_) {
    shown[fingerprint] = FindingMarker(fingerprint).finding.rule_id;
  }
  for (const MarkedFinding& finding : marked_in_body_) {
    shown[finding.fingerprint] = finding.rule_id;
  }
  for (const KnownFinding& known : novelty_.persisting) {
    shown[known.thread.fingerprint()] = known.thread.rule_id();
  }
  std::vector<Impression> impressions;
  for (const auto& [fingerprint, rule] : shown) {
    if (rule.empty()) continue;  // Its marker is not ours any more.
    const auto version = stored_.rule_versions().find(rule);
    impressions.push_back({.fingerprint = fingerprint,
                           .rule_id = rule,
                           .rule_version = version == stored_.rule_versions().end()
                                               ? ""
                                               : absl::StrCat(version->second)});
  }
  return store_.CountImpressions(stored_.summary().repository(), pull_.number, impressions);
}

void PublicationRun::Count(absl::string_view kind) const {
  if (options_.metrics == nullptr) return;
  if (kind == "file") {
    options_.metrics->Count(metric::kComments, {{"placement", "file"}});
  } else {
    options_.metrics->Count(metric::kRecoveries, {{"kind", std::string(kind)}});
  }
}

void PublicationRun::CountResult(const Publication& publication) const {
  if (options_.metrics == nullptr) return;
  const bool is_published = publication.state() == Publication::STATE_PUBLISHED;
  const bool is_silent = is_published && publication.review_url().empty();
  options_.metrics->Count(
      metric::kPublications,
      {{"result", is_silent ? "unchanged"
                  : is_published
                      ? "published"
                      : LabelOf(Publication::State_Name(publication.state()), "STATE_")}});
  options_.metrics->Count(metric::kComments, {{"placement", "inline"}},
                          static_cast<double>(comment_ids_.size()));
  options_.metrics->Count(metric::kComments, {{"placement", "body"}},
                          static_cast<double>(in_body_.size()));
  const std::pair<const char*, size_t> novelties[] = {
      {"new", new_findings_},
      {"persisting", static_cast<size_t>(publication.persisting())},
      {"fixed", static_cast<size_t>(publication.fixed())}};
  for (const auto& [novelty, count] : novelties) {
    options_.metrics->Count(metric::kFindingNovelty,
                            {{"novelty", novelty}, {"repository", pull_.repository}},
                            static_cast<double>(count));
  }
}

}  // namespace allreview::gateway
