#include "gateway/forge/publish/publish_fixture.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "gateway/forge/github/github_forge_api.h"
#include "tests/fakes/github_anchors.h"

namespace allreview::gateway {
namespace {

using fakes::FakeChange;
using fakes::FakeDiffLine;
using review::v1::Review;
using review::v1::StoredReview;

void AddFile(const FakeChange& change, Review& review) {
  review::v1::FileSummary& file = *review.add_files();
  file.mutable_entry()->set_new_path(change.path);
  file.mutable_entry()->set_old_path(change.old_path);
  if (change.path != change.old_path) {
    file.mutable_entry()->set_status(change::v1::FILE_STATUS_RENAMED);
  }
  int hunk = -1;
  for (const FakeDiffLine& line : fakes::DiffLines(change.hunks)) {
    if (line.hunk != hunk) file.add_hunks();
    hunk = line.hunk;
    review::v1::HunkRange& range = *file.mutable_hunks()->rbegin();
    if (line.old_line > 0) {
      if (range.old_lines() == 0) range.set_old_start(line.old_line);
      range.set_old_lines(range.old_lines() + 1);
    }
    if (line.new_line > 0) {
      if (range.new_lines() == 0) range.set_new_start(line.new_line);
      range.set_new_lines(range.new_lines() + 1);
    }
  }
  change::v1::LedgerEntry& entry = *review.add_ledger();
  entry.set_path(change.path);
  entry.set_hunk(-1);
  entry.set_state(change::v1::LedgerEntry::STATE_REVIEWED);
}

void AddFinding(const FixtureFinding& wanted, Review& review) {
  const std::string code =
      wanted.code.empty() ? absl::StrCat(wanted.rule, " at ", wanted.line) : wanted.code;
  finding::v1::Finding& finding = *review.add_findings();
  finding.set_rule_id(wanted.rule);
  finding.set_severity(wanted.severity);
  finding.set_kind(finding::v1::KIND_DEFECT);
  finding.set_title("A title");
  finding.set_problem(absl::StrCat("something is wrong with ", wanted.rule));
  finding.set_before_code(code);
  finding.set_shown(wanted.shown);
  finding.set_fingerprint(
      wanted.fingerprint.empty()
          ? fakes::FakeId(absl::StrCat(wanted.rule, wanted.path, code)).substr(0, 32)
          : wanted.fingerprint);
  finding.mutable_range()->set_path(wanted.path);
  finding.mutable_range()->set_first_line(wanted.line);
  finding.mutable_range()->set_end_line(wanted.line + 1);
  if (!wanted.has_comment || wanted.shown != finding::v1::SHOWN_FULL) return;
  review::v1::ReviewComment& comment = *review.add_comments();
  comment.set_path(wanted.path);
  comment.set_side(change::v1::SIDE_RIGHT);
  comment.set_line(wanted.line);
  comment.set_start_line(wanted.start_line);
  comment.set_body(wanted.body.empty() ? absl::StrCat("**[P2]** ", wanted.rule, "\n")
                                       : wanted.body);
  comment.set_fingerprint(finding.fingerprint());
}

void Conclude(Review& review) {
  review::v1::Counts& counts = *review.mutable_counts();
  for (const finding::v1::Finding& finding : review.findings()) {
    counts.set_p1(counts.p1() + (finding.severity() == finding::v1::SEVERITY_P1));
    counts.set_p2(counts.p2() + (finding.severity() == finding::v1::SEVERITY_P2));
  }
  counts.set_files_reviewed(review.files_size());
  review.set_conclusion(counts.p1() > 0   ? review::v1::CONCLUSION_BLOCKED
                        : counts.p2() > 0 ? review::v1::CONCLUSION_FINDINGS
                                          : review::v1::CONCLUSION_SUCCESS);
  review.set_conclusion_reason("all files were reviewed");
  review.mutable_receipt()->set_digest("ar1-0123456789abcdef");
}

}  // namespace

PublishFixture::PublishFixture(fakes::GitHubServer::Options options, PublishOptions publish)
    : server(std::move(options)), options_(std::move(publish)) {
  github::ApiOptions api;
  api.api_base = server.api_base();
  api.credentials = *github::StaticCredentials("t0ken");
  api.now = [this] { return clock.Now(); };
  api.sleep = [this](absl::Duration duration) {
    clock.Sleep(duration);
    return absl::OkStatus();
  };
  api.random = [] { return 0.5; };
  auto made = github::Api::Create(api, &api_state_);
  CHECK(made.ok()) << made.status();
  api_ = std::make_unique<GitHubForgeApi>(*std::move(made));
  LoseStore();
}

void PublishFixture::LoseStore() {
  auto store = OpenKeyedStore("sqlite::memory:", {});
  CHECK(store.ok()) << store.status();
  reviews_.reset();
  store_ = *std::move(store);
  reviews_ = std::make_unique<ReviewStore>(
      store_.get(), ReviewStoreOptions{.now = [this] { return clock.Now(); }});
}

void PublishFixture::Push(const fakes::FakePullRequest& pull) {
  pull_ = pull;
  server.SetPullRequest(pull);
}

StoredReview PublishFixture::ReviewOf(const std::vector<FixtureFinding>& findings) {
  StoredReview stored;
  review::v1::ReviewSummary& summary = *stored.mutable_summary();
  summary.set_id(absl::StrCat("01REVIEW", ++reviews_made_));
  summary.mutable_repository()->set_id(4242);
  summary.mutable_repository()->set_full_name("acme/train");
  summary.set_number(7);
  summary.set_head_commit(pull_.head_sha());
  Review& review = *stored.mutable_review();
  const std::vector<FakeChange> changes = fakes::Changes(pull_);
  for (const FakeChange& change : changes) AddFile(change, review);
  for (const FixtureFinding& finding : findings) {
    AddFinding(finding, review);
    (*stored.mutable_rule_versions())[finding.rule] = 1;
  }
  Conclude(review);
  stored.set_diff(fakes::DiffText(changes));
  stored.set_diff_bytes(static_cast<int64_t>(stored.diff().size()));
  return stored;
}

absl::StatusOr<review::v1::Publication> PublishFixture::Publish(const StoredReview& review) {
  return Publisher(reviews_.get(), options_).Publish(*api_, review);
}

std::vector<fakes::FakeComment> PublishFixture::comments() const {
  std::vector<fakes::FakeComment> first;
  for (const fakes::FakeComment& comment : talk().comments) {
    if (comment.in_reply_to == 0) first.push_back(comment);
  }
  return first;
}

int PublishFixture::CountCalls(const std::string& method, const std::string& path_end) const {
  const std::vector<fakes::ServedRequest> requests = server.requests();
  return static_cast<int>(
      std::count_if(requests.begin(), requests.end(), [&](const fakes::ServedRequest& request) {
        return request.method == method && absl::EndsWith(request.path, path_end);
      }));
}

review::v1::PullRequestState PublishFixture::state() {
  auto state = reviews_->GetPullRequest(4242, 7);
  CHECK(state.ok()) << state.status();
  return state->state;
}

std::vector<review::v1::FindingThread> PublishFixture::threads() {
  const review::v1::PullRequestState kept = state();
  return {kept.threads().begin(), kept.threads().end()};
}

fakes::FakePullRequest FortyLines(const std::vector<int>& changed) {
  fakes::FakePullRequest pull;
  std::string before, after;
  for (int line = 1; line <= 40; ++line) {
    absl::StrAppend(&before, "line ", line, "\n");
    const bool is_changed = std::find(changed.begin(), changed.end(), line) != changed.end();
    absl::StrAppend(&after, is_changed ? "changed " : "line ", line, "\n");
  }
  pull.before["train.py"] = {before};
  pull.after["train.py"] = {after};
  return pull;
}

}  // namespace allreview::gateway
