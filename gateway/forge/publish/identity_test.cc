// What is new, what stands and what is gone across pushes, with the store and from the pull request
// alone.

#include <string>

#include "absl/strings/str_cat.h"
#include "base/status_matchers.h"
#include "gateway/forge/publish/publish_fixture.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/fakes/github_conversation.h"

namespace allreview::gateway {
namespace {

using fakes::FakeConversation;
using fakes::FakePullRequest;
using review::v1::FindingThread;
using review::v1::Publication;
using review::v1::StoredReview;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

const FixtureFinding kFirst = {.rule = "rule-a", .line = 5, .code = "a"};
const FixtureFinding kSecond = {.rule = "rule-b", .line = 6, .code = "b"};

FixtureFinding At(FixtureFinding finding, int line) {
  finding.line = line;
  return finding;
}

// Each case runs with what the store kept, and without.
class IdentityTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    fixture.Push(FortyLines({5, 6}));
    ASSERT_OK(fixture.Publish(fixture.ReviewOf({kFirst, kSecond})));
    ASSERT_THAT(fixture.comments(), SizeIs(2));
    first_ = fixture.comments()[0].id;
    second_ = fixture.comments()[1].id;
  }

  // The next push, whose review is published.
  Publication PublishNext(const FakePullRequest& pull,
                          const std::vector<FixtureFinding>& findings) {
    fixture.Push(pull);
    if (!GetParam()) fixture.LoseStore();
    absl::StatusOr<Publication> publication = fixture.Publish(fixture.ReviewOf(findings));
    EXPECT_OK(publication);
    return publication.ok() ? *publication : Publication();
  }

  FindingThread::State StateOf(int64_t comment_id) {
    for (const FindingThread& thread : fixture.threads()) {
      if (thread.comment_id() == comment_id) return thread.state();
    }
    return FindingThread::STATE_UNSPECIFIED;
  }

  bool IsResolved(int64_t comment_id) {
    bool is_resolved = false;
    fixture.server.Edit(7, [&](FakeConversation& talk) {
      is_resolved = FindThread(talk, comment_id)->is_resolved;
    });
    return is_resolved;
  }

  std::vector<std::string> RepliesTo(int64_t comment_id) {
    std::vector<std::string> replies;
    for (const fakes::FakeComment& comment : fixture.talk().comments) {
      if (comment.in_reply_to == comment_id) replies.push_back(comment.body);
    }
    return replies;
  }

  PublishFixture fixture;
  int64_t first_ = 0, second_ = 0;
};

INSTANTIATE_TEST_SUITE_P(Stores, IdentityTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Kept" : "Lost"; });

TEST_P(IdentityTest, Case41DoesNotRepostWhatAPersonResolved) {
  fixture.server.Edit(7, [&](FakeConversation& talk) { ResolveThread(talk, first_, "mara"); });
  const Publication publication = PublishNext(FortyLines({5, 6, 8}), {kFirst, kSecond});
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_EQ(publication.persisting(), 1);
  EXPECT_THAT(fixture.comments(), SizeIs(2));
  EXPECT_TRUE(IsResolved(first_));
  EXPECT_EQ(StateOf(first_), FindingThread::STATE_RESOLVED);
  EXPECT_THAT(fixture.talk().reviews, SizeIs(1));
}

TEST_P(IdentityTest, Case42KeepsTheThreadOfMovedLines) {
  FakePullRequest pull = FortyLines({5, 6});
  pull.after["train.py"].content = "new first line\n" + pull.after["train.py"].content;
  const Publication publication = PublishNext(pull, {At(kFirst, 6), At(kSecond, 7)});
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_EQ(publication.persisting(), 2);
  ASSERT_THAT(fixture.comments(), SizeIs(2));
  EXPECT_EQ(fixture.comments()[0].anchor.line, 6);
  EXPECT_FALSE(IsResolved(first_));
}

TEST_P(IdentityTest, Case43ResolvesTheThreadOfAFixedFinding) {
  const FakePullRequest pull = FortyLines({6});
  const Publication publication = PublishNext(pull, {kSecond});
  EXPECT_EQ(publication.fixed(), 1);
  EXPECT_EQ(publication.persisting(), 1);
  EXPECT_TRUE(IsResolved(first_));
  EXPECT_FALSE(IsResolved(second_));
  EXPECT_THAT(RepliesTo(first_),
              ElementsAre(StartsWith(absl::StrCat("Fixed in ", pull.head_sha(), "."))));
  EXPECT_EQ(StateOf(first_), FindingThread::STATE_FIXED);
  // Another push says nothing more.
  PublishNext(FortyLines({6, 9}), {kSecond});
  EXPECT_THAT(RepliesTo(first_), SizeIs(1));
}

TEST_P(IdentityTest, LeavesTheThreadOfAFindingOpenForWhichAnotherOneSpeaks) {
  fixture.Push(FortyLines({5, 6, 9}));
  if (!GetParam()) fixture.LoseStore();
  StoredReview next = fixture.ReviewOf({kFirst, kSecond});
  auto& findings = *next.mutable_review()->mutable_findings();
  *findings[1].add_same_cause() = findings[0];
  findings.DeleteSubrange(0, 1);
  const absl::StatusOr<Publication> publication = fixture.Publish(next);
  ASSERT_OK(publication);
  EXPECT_EQ(publication->fixed(), 0);
  EXPECT_FALSE(IsResolved(first_));
  EXPECT_THAT(RepliesTo(first_), SizeIs(0));
}

TEST_P(IdentityTest, Case44DoesNotRepostADeletedComment) {
  fixture.server.Edit(7, [&](FakeConversation& talk) { DeleteComment(talk, first_); });
  const Publication publication = PublishNext(FortyLines({5, 6, 8}), {kFirst, kSecond});
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_THAT(fixture.comments(), SizeIs(1));
  bool is_kept = false;
  for (const FindingThread& thread : fixture.threads()) {
    is_kept =
        is_kept || (thread.rule_id() == "rule-a" && thread.state() == FindingThread::STATE_DELETED);
  }
  EXPECT_TRUE(is_kept);
}

TEST_P(IdentityTest, CountsWhatIsNewPersistingAndFixed) {
  const FixtureFinding third = {.rule = "rule-c", .line = 9, .code = "c"};
  const Publication publication = PublishNext(FortyLines({6, 9}), {kSecond, third});
  EXPECT_EQ(publication.comments(), 1);
  ASSERT_THAT(fixture.talk().reviews, SizeIs(2));
  EXPECT_THAT(fixture.talk().reviews[1].body,
              HasSubstr("**Since the last review**: 1 shown for the first time, 1 shown before and "
                        "still there, 1 fixed."));
}

TEST_P(IdentityTest, OpensTheThreadOfAFindingThatIsBack) {
  PublishNext(FortyLines({6}), {kSecond});
  ASSERT_TRUE(IsResolved(first_));
  const Publication publication = PublishNext(FortyLines({5, 6}), {kFirst, kSecond});
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_EQ(publication.persisting(), 2);
  EXPECT_FALSE(IsResolved(first_));
  EXPECT_THAT(RepliesTo(first_), ElementsAre(StartsWith("Fixed in"), StartsWith("This is there")));
}

TEST_P(IdentityTest, LeavesAThreadOpenThatAPersonOpenedAgain) {
  PublishNext(FortyLines({6}), {kSecond});
  fixture.server.Edit(7, [&](FakeConversation& talk) { UnresolveThread(talk, first_); });
  PublishNext(FortyLines({6, 9}), {kSecond});
  EXPECT_FALSE(IsResolved(first_));
  EXPECT_THAT(RepliesTo(first_), SizeIs(1));
}

TEST_P(IdentityTest, DoesNotCallFixedWhatNobodyLookedAt) {
  fixture.Push(FortyLines({5, 6, 9}));
  if (!GetParam()) fixture.LoseStore();
  StoredReview review = fixture.ReviewOf({});
  review.mutable_review()->mutable_ledger(0)->set_state(change::v1::LedgerEntry::STATE_TIMED_OUT);
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(review));
  EXPECT_EQ(publication.fixed(), 0);
  EXPECT_FALSE(IsResolved(first_));
  StoredReview missing = fixture.ReviewOf({});
  missing.mutable_review()->add_missing()->set_service("analysis");
  ASSERT_OK_AND_ASSIGN(publication, fixture.Publish(missing));
  EXPECT_EQ(publication.fixed(), 0);
}

TEST_P(IdentityTest, KeepsIdentityWhenTheFileIsRenamed) {
  FakePullRequest pull = FortyLines({5, 6});
  pull.after["renamed.py"] = pull.after["train.py"];
  pull.after.erase("train.py");
  pull.renames["renamed.py"] = "train.py";
  FixtureFinding first = kFirst, second = kSecond;
  first.path = second.path = "renamed.py";
  Publication publication = PublishNext(pull, {first, second});
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_EQ(publication.persisting(), 2);
  EXPECT_EQ(publication.fixed(), 0);
  // And so it stays.
  pull.after["renamed.py"].content += "one more\n";
  publication = PublishNext(pull, {first, second});
  EXPECT_EQ(publication.comments(), 0);
  EXPECT_EQ(publication.persisting(), 2);
  EXPECT_THAT(fixture.comments(), SizeIs(2));
}

TEST_P(IdentityTest, KeepsFindingsThatAreOnlyCounted) {
  FixtureFinding folded = kFirst;
  folded.shown = finding::v1::SHOWN_FOLDED;
  const Publication publication = PublishNext(FortyLines({5, 6, 8}), {folded, kSecond});
  EXPECT_EQ(publication.fixed(), 0);
  EXPECT_EQ(publication.persisting(), 2);
}

TEST_P(IdentityTest, ReachesTheSameStateFromThePullRequestAlone) {
  fixture.server.Edit(7, [&](FakeConversation& talk) { ResolveThread(talk, second_, "mara"); });
  PublishNext(FortyLines({5, 6, 8}), {kFirst, kSecond});
  std::vector<std::string> threads;
  for (const FindingThread& thread : fixture.threads()) {
    threads.push_back(absl::StrCat(thread.rule_id(), " ", thread.state(), " ", thread.comment_id(),
                                   " ", thread.thread_id(), " ", thread.path()));
  }
  EXPECT_THAT(threads, testing::UnorderedElementsAre(
                           absl::StrCat("rule-a 1 ", first_, " PRRT_", first_, " train.py"),
                           absl::StrCat("rule-b 3 ", second_, " PRRT_", second_, " train.py")));
}

TEST(Identity, PostsNothingOfRulesThatAreIgnoredHere) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5, 6}));
  review::v1::PullRequestState state;
  state.mutable_repository()->set_id(4242);
  state.mutable_repository()->set_full_name("acme/train");
  state.set_number(7);
  state.add_ignored_rules("rule-a");
  ASSERT_OK(fixture.reviews().PutPullRequest(state, 0));
  ASSERT_OK_AND_ASSIGN(Publication publication,
                       fixture.Publish(fixture.ReviewOf({kFirst, kSecond})));
  EXPECT_EQ(publication.comments(), 1);
  EXPECT_THAT(fixture.state().ignored_rules(), ElementsAre("rule-a"));
}

TEST(Identity, PostsOneFindingOnceInOneRun) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5, 6}));
  ASSERT_OK_AND_ASSIGN(Publication publication,
                       fixture.Publish(fixture.ReviewOf({kFirst, kFirst})));
  EXPECT_EQ(publication.comments(), 1);
}

TEST(Identity, ReadsAllPages) {
  PublishFixture fixture;
  fixture.Push(FortyLines({5, 6}));
  ASSERT_OK(fixture.Publish(fixture.ReviewOf({kFirst})));
  // Ours is on the third page of comments and threads.
  fixture.server.Edit(7, [](FakeConversation& talk) {
    for (int i = 0; i < 220; ++i) {
      fakes::FakeComment other = talk.comments.back();
      other.id = talk.next_id++;
      other.user = "joe";
      talk.threads.insert(talk.threads.begin(),
                          {.id = absl::StrCat("PRRT_", other.id), .first_comment = other.id});
      talk.comments.insert(talk.comments.begin(), other);
    }
  });
  fixture.LoseStore();
  fixture.Push(FortyLines({6}));
  ASSERT_OK_AND_ASSIGN(Publication publication, fixture.Publish(fixture.ReviewOf({kSecond})));
  EXPECT_EQ(publication.fixed(), 1);
  EXPECT_EQ(publication.comments(), 1);
}

}  // namespace
}  // namespace allreview::gateway
