#include "services/pull_request/pull_request_service.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "gmock/gmock.h"
#include "grpcpp/grpcpp.h"
#include "gtest/gtest.h"
#include "proto/pull_request/v1/pull_request.grpc.pb.h"
#include "services/pull_request/git_fixture.h"

namespace allreview {
namespace {

using change::v1::ChangeRef;
using change::v1::LocalRepository;
using pull_request::GitFixture;
using pull_request::TemporaryFolder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::Le;
namespace v1 = pull_request::v1;
using Responses = std::vector<v1::FetchChangeResponse>;

// The service in this process, without a port.
struct Server {
  explicit Server(PullRequestOptions options) : service(NewPullRequestService(std::move(options))) {
    grpc::ServerBuilder builder;
    builder.RegisterService(service.get());
    server = builder.BuildAndStart();
    stub = v1::PullRequestService::NewStub(server->InProcessChannel(grpc::ChannelArguments()));
  }
  std::unique_ptr<grpc::Service> service;
  std::unique_ptr<grpc::Server> server;
  std::unique_ptr<v1::PullRequestService::Stub> stub;
};

PullRequestOptions Unrestricted() {
  PullRequestOptions options;
  options.is_local_unrestricted = true;
  return options;
}

ChangeRef Range(const std::string& path, const std::string& base, const std::string& head) {
  ChangeRef reference;
  LocalRepository* local = reference.mutable_local();
  local->set_path(path);
  local->set_mode(LocalRepository::MODE_RANGE);
  local->set_base(base);
  local->set_head(head);
  return reference;
}

grpc::Status Fetch(Server& server, const ChangeRef& reference, Responses* responses,
                   int context_lines = 0) {
  grpc::ClientContext context;
  v1::FetchChangeRequest request;
  *request.mutable_ref() = reference;
  request.set_context_lines(context_lines);
  auto reader = server.stub->FetchChange(&context, request);
  for (v1::FetchChangeResponse response; reader->Read(&response);) responses->push_back(response);
  return reader->Finish();
}

// "opened files diff done" with repetitions folded.
std::string Order(const Responses& responses) {
  std::string order;
  int last = -1;
  for (const v1::FetchChangeResponse& response : responses) {
    if (response.part_case() == last) continue;
    last = response.part_case();
    const char* const kNames[] = {"none",   "opened",     "files", "diff",
                                  "ledger", "diagnostic", "done"};
    absl::StrAppend(&order, order.empty() ? "" : " ", kNames[last]);
  }
  return order;
}

std::string DiffOf(const Responses& responses) {
  std::string diff;
  for (const v1::FetchChangeResponse& response : responses) diff += response.diff_chunk();
  return diff;
}

TEST(PullRequestService, StreamsAChangeInOrder) {
  GitFixture repo;
  repo.Write("a.py", "x = 1\n");
  repo.Commit("First");
  repo.Write("a.py", "x = 2\n");
  repo.Commit("Second");
  Server server(Unrestricted());
  Responses responses;
  grpc::Status status = Fetch(server, Range(repo.path(), "HEAD~1", "HEAD"), &responses);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(Order(responses), "opened files diff done");
  EXPECT_EQ(DiffOf(responses), repo.Diff({"HEAD~1", "HEAD"}));
  EXPECT_EQ(responses.back().done().rung(), "git");
}

TEST(PullRequestService, CutsALargeDiffIntoChunks) {
  GitFixture repo;
  repo.Commit("First");
  std::string text;
  for (int i = 0; i < 300'000; ++i) absl::StrAppend(&text, "line ", i, "\n");
  repo.Write("big.txt", text);
  repo.Commit("Second");
  Server server(Unrestricted());
  Responses responses;
  grpc::Status status = Fetch(server, Range(repo.path(), "HEAD~1", "HEAD"), &responses);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_TRUE(DiffOf(responses) == repo.Diff({"HEAD~1", "HEAD"}));
  ASSERT_GT(responses.size(), 5u);
  for (size_t i = 2; i + 2 < responses.size(); ++i) {
    EXPECT_THAT(responses[i].diff_chunk().size(), AllOf(Ge(256u << 10), Le(1u << 20)));
  }
}

TEST(PullRequestService, TakesAPatchInChunks) {
  Server server(Unrestricted());
  grpc::ClientContext context;
  auto stream = server.stub->FetchPatch(&context);
  v1::FetchPatchRequest request;
  request.mutable_patch()->set_name("-");
  request.mutable_patch()->set_text("diff --git ");
  ASSERT_TRUE(stream->Write(request));
  request.set_chunk("a/x b/x\nold mode 100644\n");
  ASSERT_TRUE(stream->Write(request));
  request.set_chunk("new mode 100755\n");
  ASSERT_TRUE(stream->Write(request));
  stream->WritesDone();
  Responses responses;
  for (v1::FetchChangeResponse response; stream->Read(&response);) responses.push_back(response);
  grpc::Status status = stream->Finish();
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(Order(responses), "opened diff done");
  EXPECT_EQ(DiffOf(responses), "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n");
}

TEST(PullRequestService, RefusesAPatchThatBeginsWithAChunk) {
  Server server(Unrestricted());
  grpc::ClientContext context;
  auto stream = server.stub->FetchPatch(&context);
  v1::FetchPatchRequest request;
  request.set_chunk("x");
  stream->Write(request);
  stream->WritesDone();
  v1::FetchChangeResponse response;
  while (stream->Read(&response)) {
  }
  grpc::Status status = stream->Finish();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(status.error_message(),
            "FetchPatch: wanted the patch's name first, then chunks of its text");
}

TEST(PullRequestService, SendsLargeBlobsInPiecesAndErrorsAmongTheOthers) {
  GitFixture repo;
  std::string big(1'300'000, 'x');
  repo.Write("big", big);
  repo.Write("small", "s\n");
  repo.Write("empty", "");
  repo.Commit("First");
  Server server(Unrestricted());
  grpc::ClientContext context;
  v1::ReadBlobsRequest request;
  *request.mutable_pinned() = Range(repo.path(), "HEAD", "HEAD");
  std::string missing(40, '1');
  for (const std::string& id : {GitBlobId(big), missing, GitBlobId(""), GitBlobId("s\n")}) {
    request.add_blobs()->set_blob_id(id);
  }
  auto reader = server.stub->ReadBlobs(&context, request);
  std::vector<std::string> blobs(1);
  std::vector<std::string> ids, errors;
  for (v1::ReadBlobsResponse response; reader->Read(&response);) {
    EXPECT_LE(response.content().size(), 1u << 20);
    if (blobs.back().empty() && response.error().empty() && response.size() > 0) {
      ids.push_back(response.blob_id());
    }
    blobs.back() += response.content();
    if (!response.error().empty()) errors.push_back(response.blob_id());
    if (response.is_last()) blobs.emplace_back();
  }
  ASSERT_TRUE(reader->Finish().ok());
  blobs.pop_back();
  ASSERT_EQ(blobs.size(), 4u);
  EXPECT_TRUE(blobs[0] == big);
  EXPECT_EQ(blobs[2], "");
  EXPECT_EQ(blobs[3], "s\n");
  EXPECT_THAT(errors, ElementsAre(missing));
  EXPECT_THAT(ids, ElementsAre(GitBlobId(big), GitBlobId("s\n")));
}

TEST(PullRequestService, ListsATreeInBatches) {
  GitFixture repo;
  for (int i = 0; i < 4500; ++i) repo.Write(absl::StrCat("f", i, ".py"), "x\n");
  repo.Write("other.txt", "x\n");
  repo.Commit("First");
  Server server(Unrestricted());
  grpc::ClientContext context;
  v1::ListTreeRequest request;
  *request.mutable_pinned() = Range(repo.path(), "HEAD", "HEAD");
  request.set_side(change::v1::SIDE_RIGHT);
  request.add_suffixes(".py");
  auto reader = server.stub->ListTree(&context, request);
  int messages = 0, entries = 0;
  for (v1::ListTreeResponse response; reader->Read(&response); ++messages) {
    entries += response.entries_size();
  }
  ASSERT_TRUE(reader->Finish().ok());
  EXPECT_EQ(entries, 4500);
  EXPECT_EQ(messages, 3);
}

TEST(PullRequestService, RefusesLocalReferencesByDefault) {
  GitFixture repo;
  repo.Commit("First");
  Server server({});
  Responses responses;
  grpc::Status status = Fetch(server, Range(repo.path(), "HEAD", "HEAD"), &responses);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::PERMISSION_DENIED);
  EXPECT_THAT(status.error_message(), HasSubstr("--repository-root=FOLDER"));
}

TEST(PullRequestService, ReadsRepositoriesBelowItsRoots) {
  GitFixture repo;
  repo.Commit("First");
  PullRequestOptions options;
  options.repository_roots = {repo.folder().path()};
  Server server(options);
  Responses responses;
  EXPECT_TRUE(Fetch(server, Range(repo.path(), "HEAD", "HEAD"), &responses).ok());
}

TEST(PullRequestService, ComparesDirectories) {
  TemporaryFolder folder;
  folder.Write("old/a", "1\n");
  folder.Write("new/a", "2\n");
  Server server(Unrestricted());
  ChangeRef reference;
  reference.mutable_directories()->set_before(folder.path() + "/old");
  reference.mutable_directories()->set_after(folder.path() + "/new");
  Responses responses;
  ASSERT_TRUE(Fetch(server, reference, &responses).ok());
  EXPECT_EQ(Order(responses), "opened files diff done");
}

TEST(PullRequestService, RefusesRequestsThatMakeNoSense) {
  Server server(Unrestricted());
  Responses responses;
  EXPECT_EQ(Fetch(server, ChangeRef(), &responses).error_message(),
            "the reference names no source; wanted a local repository, a patch, two directories or "
            "a pull request");
  EXPECT_EQ(Fetch(server, Range("/", "a", "b"), &responses, -1).error_message(),
            "context_lines: found -1, wanted 0 to 10000");
  grpc::ClientContext context;
  v1::ListTreeRequest request;
  auto reader = server.stub->ListTree(&context, request);
  EXPECT_EQ(reader->Finish().error_message(), "side: wanted SIDE_LEFT or SIDE_RIGHT");
}

TEST(PullRequestService, GivesUpAtTheDeadline) {
  GitFixture repo;
  repo.Commit("First");
  Server server(Unrestricted());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now());
  v1::FetchChangeRequest request;
  *request.mutable_ref() = Range(repo.path(), "HEAD", "HEAD");
  auto reader = server.stub->FetchChange(&context, request);
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
}

TEST(PullRequestService, StopsForACallerThatHasGone) {
  GitFixture repo;
  repo.Commit("First");
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) absl::StrAppend(&text, i, "\n");
  repo.Write("big.txt", text);
  repo.Commit("Second");
  Server server(Unrestricted());
  grpc::ClientContext context;
  v1::FetchChangeRequest request;
  *request.mutable_ref() = Range(repo.path(), "HEAD~1", "HEAD");
  auto reader = server.stub->FetchChange(&context, request);
  v1::FetchChangeResponse response;
  ASSERT_TRUE(reader->Read(&response));
  context.TryCancel();
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  // Ends only when the handler has.
  server.server->Shutdown();
}

}  // namespace
}  // namespace allreview
