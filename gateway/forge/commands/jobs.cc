#include "gateway/forge/commands/jobs.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/timestamp.h"

namespace allreview::gateway {
namespace {

using review::v1::Job;
using review::v1::Repository;

std::string TenantOf(const Repository& repository) {
  std::string tenant = absl::StrCat("repository/", repository.id());
  if (repository.installation_id() == 0) return tenant;
  return absl::StrCat("installation/", repository.installation_id(), "/", tenant);
}

Job NewJob(const JobMaker& maker, const Repository& repository, int64_t number) {
  Job job;
  job.set_tenant(TenantOf(repository));
  *job.mutable_repository() = repository;
  job.set_number(number);
  *job.mutable_queued_at() = ToTimestamp(maker.now());
  return job;
}

}  // namespace

Job JobMaker::Review(const ReviewWish& wish) const {
  Job job = NewJob(*this, wish.repository, wish.number);
  job.set_key(review_key(wish.repository, wish.number, wish.head, wish.nonce));
  job.set_head_commit(wish.head);
  review::v1::ReviewWork& work = *job.mutable_review();
  change::v1::GitHubPullRequest& ref = *work.mutable_ref()->mutable_github();
  std::pair<std::string, std::string> names = absl::StrSplit(wish.repository.full_name(), '/');
  ref.set_api_base(api_base);
  ref.set_owner(names.first);
  ref.set_repository(names.second);
  ref.set_number(wish.number);
  work.set_is_published(true);
  work.set_trigger(wish.is_requested ? review::v1::TRIGGER_COMMAND : review::v1::TRIGGER_PUSH);
  work.set_requested_by(wish.requested_by);
  return job;
}

Job JobMaker::Command(const CommandWish& wish) const {
  Job job = NewJob(*this, wish.repository, wish.number);
  std::string what = wish.comment_id != 0
                         ? absl::StrCat(wish.is_review_comment ? "reply/" : "", wish.comment_id)
                         : absl::StrCat("button/", wish.body_digest);
  job.set_key(absl::StrCat("command/", wish.repository.id(), "/", what));
  review::v1::CommandWork& work = *job.mutable_command();
  work.set_command(wish.command.name);
  for (const std::string& argument : wish.command.arguments) work.add_arguments(argument);
  work.set_author(wish.author);
  work.set_comment_id(wish.comment_id);
  work.set_is_review_comment(wish.is_review_comment);
  return job;
}

Job JobMaker::Sync(const Repository& repository, int64_t number,
                   const std::string& body_digest) const {
  Job job = NewJob(*this, repository, number);
  job.set_key(absl::StrCat("sync/", repository.id(), "/", number, "/", body_digest));
  job.mutable_sync();
  return job;
}

}  // namespace allreview::gateway
