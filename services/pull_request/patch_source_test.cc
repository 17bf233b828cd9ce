#include "services/pull_request/patch_source.h"

#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/hash.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/pull_request/git_fixture.h"
#include "services/pull_request/mail.h"

namespace allreview::pull_request {
namespace {

using change::v1::BlobRef;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kDiff[] =
    "diff --git a/a.py b/a.py\n"
    "index 7d4290a..86e48ab 100644\n"
    "--- a/a.py\n"
    "+++ b/a.py\n"
    "@@ -1 +1 @@\n"
    "-x = 1\n"
    "+x = 2\n";

change::v1::Patch Patch(const std::string& text, const std::string& repository = "") {
  change::v1::Patch patch;
  patch.set_name("fix.patch");
  patch.set_text(text);
  patch.set_repository(repository);
  return patch;
}

absl::StatusOr<RecordingSink> Fetch(const change::v1::Patch& patch) {
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewPatchSource(patch, AllowAll(), {});
  if (!source.ok()) return source.status();
  RecordingSink sink;
  absl::StatusOr<v1::Done> done = (*source)->Fetch({}, sink);
  if (!done.ok()) return done.status();
  EXPECT_EQ(done->rung(), "patch");
  return sink;
}

std::vector<std::string> ReadBlobs(const change::v1::Patch& patch,
                                   const std::vector<std::string>& ids) {
  std::vector<BlobRef> blobs;
  for (const std::string& id : ids) blobs.emplace_back().set_blob_id(id);
  std::vector<std::string> contents;
  absl::StatusOr<std::unique_ptr<ChangeSource>> source = NewPatchSource(patch, AllowAll(), {});
  EXPECT_OK(source);
  EXPECT_OK((*source)->ReadBlobs(
      blobs, {}, [&](const BlobRef&, const absl::StatusOr<absl::string_view>& content) {
        contents.push_back(content.ok() ? std::string(*content)
                                        : absl::StrCat("error: ", content.status().message()));
        return absl::OkStatus();
      }));
  return contents;
}

TEST(PatchSource, PassesADiffOnAsItIs) {
  std::string text = absl::StrCat("some words before\n", kDiff, "\xFF and after");
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(text)));
  EXPECT_EQ(sink.diff, text);
  EXPECT_EQ(sink.opened.info().title(), "");
  EXPECT_FALSE(sink.opened.info().has_content());
  EXPECT_EQ(sink.opened.pinned().patch().name(), "fix.patch");
  EXPECT_EQ(sink.opened.pinned().patch().text(), "");
}

TEST(PatchSource, DescribesWhatFormatPatchWrites) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  std::string commit =
      repo.Commit("[MoE] Raise x a gr\xC3\xBCn bit\n\nIt was too low.\n\nFrom here on.");
  std::string text = repo.Git({"format-patch", "--stdout", "-1"});
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(text)));
  const change::v1::ChangeInfo& info = sink.opened.info();
  EXPECT_EQ(info.title(), "[MoE] Raise x a gr\xC3\xBCn bit");
  EXPECT_EQ(info.body(), "It was too low.\n\nFrom here on.");
  EXPECT_EQ(info.author(), "Ada Author");
  ASSERT_EQ(info.commits_size(), 1);
  EXPECT_EQ(info.commits(0).id(), commit);
  EXPECT_EQ(sink.diff, text);
}

TEST(PatchSource, ListsTheCommitsOfAMailboxAndTakesTheCoverLetterForItsTitle) {
  GitFixture repo;
  repo.Commit("Zeroth");
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Second");
  std::string both = repo.Git({"format-patch", "--stdout", "-2"});
  ASSERT_OK_AND_ASSIGN(RecordingSink plain, Fetch(Patch(both)));
  EXPECT_EQ(plain.opened.info().title(), "");
  ASSERT_EQ(plain.opened.info().commits_size(), 2);
  EXPECT_EQ(plain.opened.info().commits(0).subject(), "First");
  EXPECT_EQ(plain.opened.info().commits(1).subject(), "Second");

  std::string covered = repo.Git({"format-patch", "--stdout", "-2", "--cover-letter"});
  covered = absl::StrReplaceAll(covered, {{"*** SUBJECT HERE ***", "Two steps"}});
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(covered)));
  EXPECT_EQ(sink.opened.info().title(), "Two steps");
  EXPECT_EQ(sink.opened.info().commits_size(), 2);
}

TEST(PatchSource, DecodesBodiesThatTravelEncoded) {
  std::string header =
      "From: =?UTF-8?q?J=C3=BCrgen_M?= =?UTF-8?B?w7xsbGVy?= <jm@example.com>\n"
      "Subject: [PATCH v2] =?iso-8859-1?q?Gr=FCn?=\n"
      "MIME-Version: 1.0\n";
  std::string body =
      absl::StrCat("Body.\n\nFrom a distance.\n---\n a.py | 2 +-\n\n", kDiff, "-- \n2.39\n");
  std::string encoded;
  absl::Base64Escape(body, &encoded);
  std::string base64 = absl::StrCat(header, "Content-Transfer-Encoding: base64\n\n",
                                    encoded.substr(0, 60), "\n", encoded.substr(60), "\n");
  std::string quoted =
      absl::StrCat(header, "Content-Transfer-Encoding: Quoted-Printable\n\n",
                   absl::StrReplaceAll(body, {{"=", "=3D"}, {"Body.", "Bo=\ndy."}}));
  for (const std::string& text : {base64, quoted}) {
    ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(text)));
    EXPECT_THAT(sink.diff, HasSubstr(kDiff));
    EXPECT_EQ(sink.opened.info().title(), "Gr\xC3\xBCn");
    EXPECT_EQ(sink.opened.info().body(), "Body.\n\nFrom a distance.");
    EXPECT_EQ(sink.opened.info().author(), "J\xC3\xBCrgen M\xC3\xBCller");
  }
}

TEST(PatchSource, TakesTheAuthorOfTheBodyOverTheSender) {
  std::string text = absl::StrCat(
      "From: Sender <s@example.com>\nSubject: [PATCH] Fix\n\nFrom: Real Author "
      "<r@example.com>\n\nWhy.\n---\n\n",
      kDiff);
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(text)));
  EXPECT_EQ(sink.opened.info().author(), "Real Author");
  EXPECT_EQ(sink.opened.info().body(), "Why.");
}

TEST(PatchSource, NeverGivesAMailAddressForAnAuthor) {
  std::string text = absl::StrCat("From: only@example.com\nSubject: Fix\n\n", kDiff);
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(text)));
  EXPECT_EQ(sink.opened.info().author(), "only");
}

TEST(PatchSource, WarnsOfMailWithAttachments) {
  std::string text = absl::StrCat(
      "From: A <a@example.com>\nSubject: Fix\nContent-Type: multipart/mixed; boundary=x\n\n",
      kDiff);
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(Patch(text)));
  ASSERT_EQ(sink.diagnostics.size(), 1u);
  EXPECT_EQ(sink.diagnostics[0].code(), "MULTIPART_MAIL");
}

TEST(PatchSource, ReadsBlobsFromTheRepositoryByAbbreviatedIds) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  std::string id = GitBlobId("x = 1\n");
  repo.Git({"tag", id.substr(0, 7)});  // A reference of the same name must not be taken for it.
  change::v1::Patch patch = Patch(kDiff, repo.path());
  ASSERT_OK_AND_ASSIGN(RecordingSink sink, Fetch(patch));
  EXPECT_TRUE(sink.opened.info().has_content());
  EXPECT_EQ(sink.opened.info().repository(), "work");
  patch = sink.opened.pinned().patch();
  EXPECT_THAT(
      ReadBlobs(patch, {id.substr(0, 8), id, "86e48ab"}),
      ElementsAre("x = 1\n", "x = 1\n",
                  "error: \"86e48ab\" is no single file version in \"" + repo.path() + "\""));
  EXPECT_THAT(ReadBlobs(patch, {id.substr(0, 7)}), ElementsAre(HasSubstr("error: ")));
}

TEST(PatchSource, ReadsOtherBlobsWhenThePatchDoesNotNameOne) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  EXPECT_THAT(ReadBlobs(Patch(kDiff, repo.path()), {"", GitBlobId("x = 1\n"), "HEAD:a.py"}),
              ElementsAre("error: the patch does not name the blob of this version", "x = 1\n",
                          "error: \"HEAD:a.py\" is no git object id"));
}

TEST(PatchSource, SaysHowToReadBlobsWithoutARepository) {
  EXPECT_THAT(ReadBlobs(Patch(kDiff), {"7d4290a"}),
              ElementsAre("error: patch \"fix.patch\" comes without a repository, so that only its "
                          "hunks are known; pass the repository that it belongs to"));
}

TEST(PatchSource, HasNoTree) {
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewPatchSource(Patch(kDiff), AllowAll(), {}));
  EXPECT_THAT(source->ListTree(change::v1::SIDE_LEFT, {}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("names no tree")));
}

TEST(PatchSource, RefusesARepositoryThatIsNotAllowed) {
  GitFixture repo;
  ASSERT_OK_AND_ASSIGN(std::unique_ptr<ChangeSource> source,
                       NewPatchSource(Patch(kDiff, repo.path()), LocalAccess({}), {}));
  RecordingSink sink;
  EXPECT_THAT(source->Fetch({}, sink),
              StatusIs(absl::StatusCode::kPermissionDenied, HasSubstr("--repository-root=FOLDER")));
}

TEST(Mail, TellsMailFromDiffs) {
  EXPECT_TRUE(LooksLikeMail("From 123 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\n\n"));
  EXPECT_TRUE(LooksLikeMail("Received: from x\n by y\nSubject: z\n\nbody"));
  EXPECT_FALSE(LooksLikeMail(kDiff));
  EXPECT_FALSE(LooksLikeMail(""));
  EXPECT_FALSE(LooksLikeMail("Index: a.py\n=====\n"));
  EXPECT_FALSE(LooksLikeMail("From here to there\nit is far"));
}

TEST(Mail, DecodesHeaders) {
  EXPECT_EQ(DecodeHeaderText("plain"), "plain");
  EXPECT_EQ(DecodeHeaderText("=?UTF-8?Q?a_b?= c =?utf-8?b?ZA==?="), "a b c d");
  EXPECT_EQ(DecodeHeaderText("=?koi8-r?q?=C1?= x"), "=?koi8-r?q?=C1?= x");
  EXPECT_EQ(DecodeHeaderText("=?UTF-8?q?unfinished"), "=?UTF-8?q?unfinished");
  EXPECT_EQ(DecodeHeaderText("=?"), "=?");
}

TEST(Mail, KeepsWhatIsNoQuotedPrintable) {
  EXPECT_EQ(DecodeQuotedPrintable("a =3D b =zz =\n=4"), "a = b =zz =4");
}

}  // namespace
}  // namespace allreview::pull_request
