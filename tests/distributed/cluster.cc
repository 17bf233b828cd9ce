#include "tests/distributed/cluster.h"

#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/check.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/subprocess.h"
#include "proto/report/v1/catalogue.h"

namespace allreview::distributed {
namespace {

constexpr char kAnyPort[] = "127.0.0.1:0";

// The review has a finding, so that documents are not all the same empty ones.
constexpr char kBefore[] =
    "def collect(step, seen):\n"
    "    seen.append(step)\n"
    "    return seen\n";
constexpr char kAfter[] =
    "def collect(step, seen=[]):\n"
    "    seen.append(step)\n"
    "    return seen\n";

// Does not change, so that there are facts to keep.
constexpr char kCaller[] =
    "from collect import collect\n"
    "\n"
    "\n"
    "def first_step():\n"
    "    return collect(1, [])\n";

std::string BinaryOf(const std::string& name) {
  if (name == "gateway") return "gateway/allreview-gateway";
  return absl::StrCat("services/", name, "/allreview-", absl::StrReplaceAll(name, {{"_", "-"}}));
}

// Arithmetic, so that numerics has something to do.
constexpr char kGate[] =
    "import torch\n"
    "\n"
    "\n"
    "def gate(x: torch.Tensor) -> torch.Tensor:\n"
    "    return x * torch.sigmoid(x)\n";

absl::Status Git(const std::string& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(),
                   {"git", "-C", folder, "-c", "user.name=A Developer", "-c",
                    "user.email=a@example.invalid", "-c", "commit.gpgsign=false"});
  const CallControl control{.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1),
                            .is_cancelled = nullptr};
  ASSIGN_OR_RETURN(
      const CommandResult result,
      RunCommand({.argv = arguments,
                  .environment = {"LC_ALL=C", "HOME=" + folder, "GIT_CONFIG_NOSYSTEM=1",
                                  "GIT_AUTHOR_DATE=2026-01-02T03:04:05Z",
                                  "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z"}},
                 control));
  if (result.exit.ok()) return absl::OkStatus();
  return absl::InternalError(absl::StrCat("git ", arguments.back(), ": ", result.error_text));
}

void AddTls(absl::string_view prefix, const host::TlsFiles& tls,
            std::vector<std::string>* arguments) {
  if (!tls.certificate.empty()) {
    arguments->push_back(absl::StrCat("--", prefix, "tls_cert=", tls.certificate));
  }
  if (!tls.key.empty()) arguments->push_back(absl::StrCat("--", prefix, "tls_key=", tls.key));
  if (!tls.ca.empty()) arguments->push_back(absl::StrCat("--", prefix, "tls_ca=", tls.ca));
}

}  // namespace

const std::vector<std::string>& SpokeNames() {
  static const auto& names =
      *new std::vector<std::string>{"pull_request", "diff", "analysis", "report", "numerics"};
  return names;
}

std::vector<std::string> ReviewOutcome::Missing() const {
  std::vector<std::string> missing;
  for (const change::v1::MissingPart& part : finished.missing()) {
    if (!part.is_expected()) missing.push_back(absl::StrCat(part.service(), " ", part.code()));
  }
  return missing;
}

Cluster::Cluster(ClusterOptions options) : options_(std::move(options)) {
  std::string pattern = "/tmp/allreview-XXXXXX";
  CHECK(mkdtemp(pattern.data()) != nullptr) << pattern;
  folder_ = pattern;
}

Cluster::~Cluster() {
  processes_.clear();
  std::filesystem::remove_all(folder_);
}

absl::Status Cluster::MakeRepository() {
  repository_ = folder_ + "/training";
  std::filesystem::create_directory(repository_);
  RETURN_IF_ERROR(Git(repository_, {"init", "-q", "-b", "main"}));
  RETURN_IF_ERROR(WriteFile(repository_ + "/collect.py", kBefore));
  RETURN_IF_ERROR(WriteFile(repository_ + "/steps.py", kCaller));
  RETURN_IF_ERROR(Git(repository_, {"add", "."}));
  RETURN_IF_ERROR(Git(repository_, {"commit", "-q", "-m", "Collect steps"}));
  RETURN_IF_ERROR(WriteFile(repository_ + "/collect.py", kAfter));
  RETURN_IF_ERROR(WriteFile(repository_ + "/gate.py", kGate));
  RETURN_IF_ERROR(Git(repository_, {"add", "."}));
  return Git(repository_, {"commit", "-q", "-m", "Make the list optional"});
}

std::vector<std::string> Cluster::ArgumentsOf(const std::string& name,
                                              const std::string& address) const {
  std::vector<std::string> arguments = {"--listen=" + address, "--metrics_listen=127.0.0.1:0"};
  if (name == "pull_request") arguments.push_back("--repository_root=" + folder_);
  if (name == "analysis") arguments.push_back("--facts=" + facts());
  if (name != "gateway") {
    AddTls("", options_.services_tls, &arguments);
    for (const std::string& uri : options_.allowed_clients) {
      arguments.push_back("--allowed_clients=" + uri);
    }
    return arguments;
  }
  AddTls("", options_.gateway_tls, &arguments);
  AddTls("service_", options_.gateway_to_services_tls, &arguments);
  for (const std::string& spoke : SpokeNames()) {
    arguments.push_back(absl::StrCat("--", spoke, "=", processes_.at(spoke)->address()));
  }
  return arguments;
}

absl::Status Cluster::StartProcess(const std::string& name, const std::string& address) {
  processes_[name] = std::make_unique<ServiceProcess>(BinaryOf(name), ArgumentsOf(name, address));
  return processes_[name]->WaitUntilServing();
}

absl::Status Cluster::Start() {
  std::filesystem::create_directory(folder_ + "/facts");
  RETURN_IF_ERROR(MakeRepository());
  for (const std::string& name : SpokeNames()) RETURN_IF_ERROR(StartProcess(name, kAnyPort));
  return StartProcess("gateway", kAnyPort);
}

absl::Status Cluster::Restart(const std::string& name) {
  return StartProcess(name, std::string(processes_.at(name)->address()));
}

ReviewOutcome Cluster::Review(const host::TlsFiles& client, const std::string& request_id,
                              const ProgressReceiver& on_progress) {
  const auto channel = host::Connect(service("gateway").address(), client);
  CHECK(channel.ok()) << channel.status();
  return ReviewBy(*channel, request_id, on_progress);
}

ReviewOutcome Cluster::ReviewFiles(const std::map<std::string, std::string>& files) {
  ReviewOutcome outcome;
  outcome.status = Git(repository_, {"reset", "-q", "--hard", "HEAD~1"});
  if (!outcome.status.ok()) return outcome;
  for (const auto& [path, content] : files) {
    std::filesystem::create_directories(
        std::filesystem::path(repository_ + "/" + path).parent_path());
    outcome.status.Update(WriteFile(repository_ + "/" + path, content));
  }
  outcome.status.Update(Git(repository_, {"add", "."}));
  outcome.status.Update(Git(repository_, {"commit", "-q", "-m", "Change"}));
  return outcome.status.ok() ? Review() : outcome;
}

ReviewOutcome Cluster::ReviewBy(const std::shared_ptr<grpc::ChannelInterface>& channel,
                                const std::string& request_id,
                                const ProgressReceiver& on_progress) {
  review::v1::ReviewRequest request;
  change::v1::LocalRepository* local = request.mutable_ref()->mutable_local();
  local->set_path(repository_);
  local->set_mode(change::v1::LocalRepository::MODE_RANGE);
  local->set_base("HEAD~1");
  local->set_head("HEAD");
  for (const report::v1::Format format : report::Formats()) {
    request.add_documents()->set_format(format);
  }
  host::Request caller = host::NewRequest(absl::Seconds(50));
  if (!request_id.empty()) caller.id = request_id;
  const auto stub = review::v1::ReviewService::NewStub(channel);
  const host::ClientContextPtr context = host::NewClientContext(caller);
  const auto reader = stub->Review(context.get(), request);
  ReviewOutcome outcome;
  outcome.documents.resize(request.documents_size());
  review::v1::ReviewEvent event;
  while (reader->Read(&event)) {
    if (event.has_progress() && on_progress) on_progress(event.progress());
    if (event.has_document()) {
      outcome.documents[event.document().index()] += event.document().content();
    }
    if (event.has_finished()) outcome.finished = event.finished();
  }
  outcome.status = host::FromGrpc(reader->Finish());
  return outcome;
}

}  // namespace allreview::distributed
