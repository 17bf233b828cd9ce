#include "gateway/reviews/job_keys.h"

#include "absl/strings/str_cat.h"
#include "base/hash.h"

namespace allreview::gateway {

std::string PullRequestJobKey(const review::v1::Repository& repository, int64_t number,
                              const HeadKey& key) {
  std::string text = absl::StrCat("review/", repository.host(), "/", repository.id(), "/", number,
                                  "/", key.head, "/", key.configuration);
  if (!key.nonce.empty()) absl::StrAppend(&text, "/", key.nonce);
  return text;
}

std::string LocalJobKey(const change::v1::ChangeRef& ref, const change::v1::ChangeInfo& info,
                        absl::string_view configuration) {
  if (ref.has_patch()) {
    return absl::StrCat("review/patch/", Sha256Hex(ref.patch().text()), "/", configuration);
  }
  if (!ref.has_local() || info.head_commit().empty()) return "";
  return absl::StrCat("review/local/", Sha256Hex(ref.local().path()), "/", info.merge_base_commit(),
                      "/", info.head_commit(), "/", static_cast<int>(ref.local().mode()), "/",
                      configuration);
}

}  // namespace allreview::gateway
