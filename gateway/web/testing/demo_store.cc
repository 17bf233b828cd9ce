#include "gateway/web/testing/demo_store.h"

#include <array>
#include <iterator>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"
#include "base/file.h"
#include "google/protobuf/util/json_util.h"

namespace allreview::web {
namespace {

using review::v1::ReviewState;
using review::v1::ReviewSummary;

constexpr char kFolder[] = "gateway/web/testing/demo/";
constexpr int kInvented = 140;

std::string Read(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(absl::StrCat(kFolder, path));
  CHECK(text.ok()) << text.status().ToString();
  return *std::move(text);
}

void Set(absl::Time time, google::protobuf::Timestamp& timestamp) {
  timestamp.set_seconds(absl::ToUnixSeconds(time));
}

// A change that the engine has reviewed.
DemoReview Reviewed(const std::string& name) {
  DemoReview review;
  const auto status = google::protobuf::util::JsonStringToMessage(Read(name + "/review.json"),
                                                                  review.stored.mutable_review());
  CHECK(status.ok()) << status.ToString();
  *review.stored.mutable_diff() = Read(name + "/change.patch");
  review.stored.set_diff_bytes(static_cast<int64_t>(review.stored.diff().size()));
  for (const char* document : {"review", "deep-dive", "explanation", "audit", "playbook"}) {
    review.documents[absl::StrCat(document, ".md")] =
        Read(absl::StrCat(name, "/", document, ".md"));
  }
  if (name == "moe") review.documents["review.zh.md"] = Read("moe/review.zh.md");
  ReviewSummary& summary = *review.stored.mutable_summary();
  const review::v1::Review& it = review.stored.review();
  summary.set_title(it.change().title());
  summary.set_base_ref("main");
  summary.set_conclusion(it.conclusion());
  summary.set_conclusion_reason(it.conclusion_reason());
  *summary.mutable_counts() = it.counts();
  *summary.mutable_totals() = it.totals();
  summary.set_receipt(it.receipt().digest());
  for (const finding::v1::Finding& finding : it.findings())
    summary.add_tripped_rules(finding.rule_id());
  return review;
}

struct Change {
  const char* title;
  const char* author;
};
constexpr Change kChanges[] = {
    {"Drop tokens over an expert's capacity", "mara"},
    {"Shard the optimizer state across data-parallel ranks", "jonas-w"},
    {"Overlap the gradient reduction with the backward pass", "priya"},
    {"Accumulate RMSNorm in fp32", "tomas"},
    {"Add a fused rotary embedding for long contexts", "lin-y"},
    {"Save checkpoints without blocking the step", "mara"},
    {"Bump the tokenizer to 0.21 and regenerate golden values", "dependabot"},
    {"Mask padding in the context-parallel attention", "aiko"},
    {"Log the norm of each layer's gradient once per 100 steps", "jonas-w"},
    {"Read the learning-rate schedule from the run's configuration", "priya"},
    {"Clip by global norm under tensor parallelism", "tomas"},
    {"Test the pipeline schedule with uneven stages", "aiko"},
};

void SetPlace(int number, int minutes_ago, ReviewSummary& summary) {
  const Change& change = kChanges[number % std::size(kChanges)];
  summary.set_id(absl::StrFormat("01JD%022d", 900000 - minutes_ago));
  *summary.mutable_repository() = DemoRepository((number * 3 + number / 7) % 5);
  summary.set_number(4800 - number * 3);
  summary.set_head_commit(absl::StrFormat("%08x%08x%08x%08x%08x", 0x9e3779b9u * (number + 1),
                                          number * 77u, 3u, 4u, 5u));
  summary.set_title(change.title);
  summary.set_author(change.author);
  summary.set_url(absl::StrCat("https://github.example/", summary.repository().full_name(),
                               "/pull/", summary.number()));
  summary.set_trigger(number % 6 == 2 ? review::v1::TRIGGER_COMMAND : review::v1::TRIGGER_PUSH);
  summary.set_requested_by(change.author);
  summary.set_attempts(1);
  const absl::Time queued = DemoNow() - absl::Minutes(minutes_ago);
  Set(queued, *summary.mutable_queued_at());
  Set(queued + absl::Seconds(2), *summary.mutable_started_at());
  Set(queued + absl::Seconds(9 + number % 23), *summary.mutable_finished_at());
}

void SetPublished(ReviewSummary& summary, int comments) {
  review::v1::Publication& publication = *summary.mutable_publication();
  publication.set_state(review::v1::Publication::STATE_PUBLISHED);
  publication.set_review_url(absl::StrCat(summary.url(), "#pullrequestreview-77"));
  publication.set_check_url(absl::StrCat(summary.url(), "/checks"));
  publication.set_comments(comments);
  publication.set_persisting(comments / 3);
  publication.set_fixed(comments / 4);
}

DemoReview Unfinished(ReviewState state, const std::string& reason, int number, int minutes_ago) {
  DemoReview review;
  ReviewSummary& summary = *review.stored.mutable_summary();
  SetPlace(number, minutes_ago, summary);
  summary.set_state(state);
  summary.set_state_reason(reason);
  if (state == review::v1::REVIEW_STATE_QUEUED) summary.clear_started_at();
  if (state <= review::v1::REVIEW_STATE_RUNNING) summary.clear_finished_at();
  return review;
}

DemoReview Invented(const std::vector<DemoReview>& reviewed, int number) {
  const int minutes_ago = 30 + number * number * 9;
  if (number % 13 == 5) {
    return Unfinished(review::v1::REVIEW_STATE_SUPERSEDED, "a newer push came first", number,
                      minutes_ago);
  }
  if (number % 29 == 11) {
    return Unfinished(review::v1::REVIEW_STATE_FAILED,
                      "gave up after 3 attempts: the repository could not be fetched (HTTP 502)",
                      number, minutes_ago);
  }
  if (number % 31 == 17)
    return Unfinished(review::v1::REVIEW_STATE_CANCELLED, "cancelled by priya", number,
                      minutes_ago);
  DemoReview review = reviewed[number % 4 == 1 ? 2 : number % 3 == 0 ? 0 : 1];
  ReviewSummary& summary = *review.stored.mutable_summary();
  SetPlace(number, minutes_ago, summary);
  summary.set_state(review::v1::REVIEW_STATE_DONE);
  SetPublished(summary, number % 5);
  return review;
}

void AddRules(const std::vector<DemoReview>& reviewed, DemoStore& store) {
  std::map<std::string, const finding::v1::Finding*> findings;
  for (const DemoReview& review : reviewed) {
    for (const finding::v1::Finding& finding : review.stored.review().findings())
      findings.emplace(finding.rule_id(), &finding);
  }
  int number = 0;
  for (const auto& [id, finding] : findings) {
    analysis::v1::RuleInfo& rule = *store.rules.add_rules();
    rule.set_id(id);
    rule.set_title(finding->title());
    rule.set_severity(finding->rule_severity());
    rule.set_impact(finding->impact());
    rule.set_pillar(finding->pillar());
    rule.set_category(finding->category());
    rule.set_confidence(finding->confidence());
    rule.set_why(finding->impact_text() + ".");
    rule.set_fix(finding->fix() + ".");
    rule.set_bad(finding->before_code());
    rule.set_good(finding->after_code());
    *rule.mutable_references() = finding->references();
    rule.set_version(1 + number % 3);
    rule.set_tier(number % 7 == 6 ? analysis::v1::TIER_HINT : analysis::v1::TIER_ON);
    for (const char* organisation : {"acme", "acme-labs"}) {
      review::v1::RuleStanding& standing = *store.standings.add_standings();
      standing.set_organisation(organisation);
      standing.set_rule_id(id);
      standing.set_rule_version(absl::StrCat(rule.version()));
      standing.set_impressions(20 + number * 17 % 90);
      standing.set_useful(standing.impressions() / 4);
      standing.set_fixed(standing.impressions() * 2 / 3);
      standing.set_not_useful(number % 5 == 3 ? standing.impressions() / 4 : number % 4);
      const double share = double{1} * standing.not_useful() / standing.impressions();
      standing.set_not_useful_low(share * 0.6);
      standing.set_not_useful_high(share * 1.4 + 0.03);
      standing.set_is_on_probation(standing.not_useful_low() > 0.1);
    }
    ++number;
  }
  store.rules.set_rules_hash("5f0c2a9d1b7e4c83");
}

// The push before the blocked one: the first shown finding was not there yet, another still was.
DemoReview Earlier(const DemoReview& blocked) {
  DemoReview earlier = blocked;
  ReviewSummary& summary = *earlier.stored.mutable_summary();
  summary.set_id(kEarlierReview);
  summary.set_head_commit("00c0ffee00c0ffee00c0ffee00c0ffee00c0ffee");
  Set(DemoNow() - absl::Hours(5), *summary.mutable_queued_at());
  finding::v1::Finding& first = *earlier.stored.mutable_review()->mutable_findings(0);
  first.set_fingerprint(std::string(32, 'e'));
  first.set_title("Learning rate read before the warm-up is over");
  return earlier;
}

void AddVotes(DemoStore& store) {
  struct Voted {
    review::v1::Vote vote;
    const char* voter;
    const char* reason;
  };
  constexpr std::array<Voted, 3> kVotes = {{
      {review::v1::VOTE_NOT_USEFUL, "github:mara", "the file is our own, written by the same job"},
      {review::v1::VOTE_USEFUL, "github:jonas", "found a checkpoint that anybody could replace"},
      {review::v1::VOTE_NOT_USEFUL, "token:ci", "<script>alert(1)</script> is quoted from a test"},
  }};
  for (size_t i = 0; i < kVotes.size(); ++i) {
    review::v1::Feedback& feedback = store.feedback.emplace_back();
    *feedback.mutable_repository() = DemoRepository(static_cast<int>(i));
    feedback.set_number(4800 + static_cast<int>(i));
    feedback.set_rule_id("unsafe-torch-load");
    feedback.set_rule_version("3");
    feedback.set_vote(kVotes[i].vote);
    feedback.set_voter(kVotes[i].voter);
    feedback.set_reason(kVotes[i].reason);
    Set(DemoNow() - absl::Hours(5 + 40 * static_cast<int>(i)), *feedback.mutable_at());
  }
}

void AddOperations(DemoStore& store) {
  constexpr std::array<std::array<const char*, 4>, 4> kEntries = {{
      {"token:ci", "review.submit", "acme/train#4800", "published"},
      {"github:mara", "feedback.add", "unsafe-torch-load", "not useful"},
      {"allreview", "rule.probation", "untested-code-path", "14 of 80 voted not useful"},
      {"203.0.113.7", "token.refused", "", "unknown token"},
  }};
  for (size_t i = 0; i < kEntries.size(); ++i) {
    review::v1::AuditEntry& entry = store.audit.emplace_back();
    entry.set_id(absl::StrCat("A", i));
    Set(DemoNow() - absl::Minutes(7 + 50 * static_cast<int>(i)), *entry.mutable_at());
    entry.set_actor(kEntries[i][0]);
    entry.set_action(kEntries[i][1]);
    entry.set_target(kEntries[i][2]);
    entry.set_detail(kEntries[i][3]);
  }
  review::v1::DeadLetter& letter = store.letters.emplace_back();
  letter.set_id("L1");
  letter.set_attempts(3);
  letter.set_reason("the repository could not be fetched (HTTP 502)");
  *letter.mutable_job()->mutable_repository() = DemoRepository(2);
  letter.mutable_job()->set_number(4711);
  letter.mutable_job()->set_head_commit("feedface00feedface00feedface00feedface00");
  Set(DemoNow() - absl::Hours(3), *letter.mutable_at());
}

}  // namespace

absl::Time DemoNow() { return absl::FromUnixSeconds(1795363200); }

review::v1::Repository DemoRepository(int index) {
  static constexpr const char* kNames[] = {"acme/train", "acme/megatron-fork", "acme/data-pipeline",
                                           "acme-labs/kernels", "acme-labs/evals"};
  review::v1::Repository repository;
  repository.set_host("github.example");
  repository.set_id(1001 + index);
  repository.set_full_name(kNames[index]);
  repository.set_installation_id(77);
  repository.set_default_branch("main");
  repository.set_is_private(index == 1);
  return repository;
}

DemoStore NewDemoStore() {
  DemoStore store;
  const std::vector<DemoReview> reviewed = {Reviewed("moe"), Reviewed("fix"), Reviewed("docs")};
  store.reviews.push_back(Unfinished(review::v1::REVIEW_STATE_QUEUED, "", 3, 1));
  store.reviews.back().stored.mutable_summary()->set_id(kQueuedReview);
  DemoReview running = Unfinished(review::v1::REVIEW_STATE_RUNNING, "", 1, 2);
  running.stored.mutable_summary()->set_id(kRunningReview);
  store.reviews.push_back(std::move(running));
  DemoReview blocked = reviewed[0];
  ReviewSummary& summary = *blocked.stored.mutable_summary();
  SetPlace(0, 12, summary);
  summary.set_id(kBlockedReview);
  *summary.mutable_repository() = DemoRepository(0);
  summary.set_head_commit(blocked.stored.review().receipt().head());
  summary.set_state(review::v1::REVIEW_STATE_DONE);
  SetPublished(summary, 10);
  DemoReview earlier = Earlier(blocked);
  store.reviews.push_back(std::move(blocked));
  store.reviews.push_back(HostileReview());
  store.reviews.push_back(LargeReview());
  store.reviews.push_back(std::move(earlier));
  for (int number = 1; number < kInvented; ++number)
    store.reviews.push_back(Invented(reviewed, number));
  AddRules(reviewed, store);
  AddTrends(store);
  AddVotes(store);
  AddOperations(store);
  return store;
}

}  // namespace allreview::web
