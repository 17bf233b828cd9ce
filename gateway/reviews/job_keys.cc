#include "gateway/reviews/job_keys.h"

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "base/proto_json.h"

namespace allreview::gateway {

std::string PullRequestJobKey(const review::v1::Repository& repository, int64_t number,
                              const HeadKey& key) {
  std::string text = absl::StrCat("review/", repository.host(), "/", repository.id(), "/", number,
                                  "/", key.head, "/", key.configuration);
  if (!key.nonce.empty()) absl::StrAppend(&text, "/", key.nonce);
  return text;
}

std::string LocalJobKey(const review::v1::SubmitReviewRequest& request,
                        const pull_request::v1::Opened& opened, absl::string_view configuration) {
  const change::v1::ChangeRef& ref = request.ref();
  if (!ref.has_patch() && (!ref.has_local() || opened.info().head_commit().empty())) return "";
  // Revisions may be named in many ways; the pinned reference says what they mean.
  review::v1::SubmitReviewRequest pinned = request;
  if (ref.has_local()) {
    *pinned.mutable_ref() = opened.pinned();
    pinned.mutable_ref()->mutable_local()->set_mode(ref.local().mode());
  }
  return absl::StrCat("review/local/", Sha256Hex(SerializeWithSortedMaps(pinned)), "/",
                      Sha256Hex(SerializeWithSortedMaps(opened.info())), "/", configuration);
}

}  // namespace allreview::gateway
