#include "gateway/forge/publish/publish_story.h"

#include <algorithm>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "gateway/forge/marker.h"
#include "tests/fakes/github_state.h"

namespace allreview::gateway {

using fakes::FakeComment;
using fakes::FakePullRequest;
using review::v1::FindingThread;

PublishStory::PublishStory() {
  const FixtureFinding fixed = {.rule = "fixed", .line = 5};
  const FixtureFinding back = {.rule = "back", .line = 6};
  const FixtureFinding stays = {.rule = "stays", .line = 7};
  Publish(FortyLines({5, 6, 7}), {fixed, back, stays});
  Publish(FortyLines({5, 7}), {fixed, stays});
  std::vector<FixtureFinding> findings = {
      back,
      stays,
      {.rule = "new-on-line", .line = 9},
      {.rule = "new-on-file", .path = "a.bin", .line = 0},
      {.rule = "new-in-body", .path = "caller.py", .has_comment = false}};
  for (int i = 0; i < 110; ++i) {
    findings.push_back({.rule = absl::StrCat("folded-", i), .shown = finding::v1::SHOWN_FOLDED});
  }
  Push(FortyLines({6, 7, 9}));
  last = fixture.ReviewOf(findings);
}

std::string PublishStory::Outcome() {
  std::vector<std::string> facts;
  std::map<int64_t, std::string> rules;  // By first comment.
  for (const FakeComment& comment : fixture.talk().comments) {
    const bool is_first = comment.in_reply_to == 0;
    if (is_first) rules[comment.id] = FindMarker(comment.body)->finding.rule_id;
    facts.push_back(absl::StrCat("comment ", rules[is_first ? comment.id : comment.in_reply_to],
                                 " ", comment.path, ":", comment.anchor.line, " ",
                                 comment.body.substr(0, 12)));
  }
  for (const fakes::FakeThread& thread : fixture.talk().threads) {
    facts.push_back(absl::StrCat("thread ", rules[thread.first_comment], " ", thread.is_resolved));
  }
  for (const fakes::FakeReview& review : fixture.talk().reviews) {
    facts.push_back(absl::StrCat("review ", review.state, " ", FindMarker(review.body)->run));
  }
  for (const fakes::FakeCheckRun& run : fixture.server.check_runs()) {
    facts.push_back(absl::StrCat("check ", run.head_sha, " ", run.annotations.size(), " ",
                                 run.fields["status"].dump()));
  }
  for (const FindingThread& thread : fixture.threads()) {
    facts.push_back(absl::StrCat("state ", thread.rule_id(), " ", thread.state(), " ",
                                 thread.comment_id() != 0));
  }
  std::sort(facts.begin(), facts.end());
  return absl::StrJoin(facts, "\n");
}

void PublishStory::Push(FakePullRequest pull) {
  pull.before["a.bin"] = {std::string("\0a", 2)};
  pull.after["a.bin"] = {std::string("\0b", 2)};
  fixture.Push(pull);
}

void PublishStory::Publish(const FakePullRequest& pull,
                           const std::vector<FixtureFinding>& findings) {
  Push(pull);
  auto publication = fixture.Publish(fixture.ReviewOf(findings));
  CHECK(publication.ok()) << publication.status();
}

}  // namespace allreview::gateway
