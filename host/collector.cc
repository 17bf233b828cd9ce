#include "host/collector.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "host/libcurl.h"

namespace allreview::host {
namespace {

constexpr long kTimeoutMilliseconds = 3'000;  // curl's type.

struct CloseEasy {
  void operator()(CURL* easy) const { Curl().easy_cleanup(easy); }
};
struct FreeList {
  void operator()(curl_slist* list) const { Curl().slist_free_all(list); }
};
using Headers = std::unique_ptr<curl_slist, FreeList>;

size_t Discard(char*, size_t size, size_t count, void*) { return size * count; }

void Append(Headers& list, const std::string& line) {
  curl_slist* longer = Curl().slist_append(list.get(), line.c_str());
  if (longer == nullptr) return;  // No memory; the collector will complain.
  (void)list.release();
  list.reset(longer);
}

}  // namespace

absl::Status PrepareCollector() { return LoadLibcurl(); }

absl::Status PostToCollector(const std::string& url,
                             const std::vector<std::pair<std::string, std::string>>& headers,
                             const std::string& json) {
  const std::unique_ptr<CURL, CloseEasy> easy(Curl().easy_init());
  if (easy == nullptr) return absl::ResourceExhaustedError("libcurl has no memory");
  Headers list;
  Append(list, "Content-Type: application/json");
  for (const auto& [name, value] : headers) Append(list, absl::StrCat(name, ": ", value));
  CURL* const handle = easy.get();
  Curl().easy_setopt(handle, CURLOPT_URL, url.c_str());
  Curl().easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  Curl().easy_setopt(handle, CURLOPT_TIMEOUT_MS, kTimeoutMilliseconds);
  Curl().easy_setopt(handle, CURLOPT_POST, 1L);
  Curl().easy_setopt(handle, CURLOPT_POSTFIELDS, json.c_str());
  Curl().easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(json.size()));
  Curl().easy_setopt(handle, CURLOPT_HTTPHEADER, list.get());
  Curl().easy_setopt(handle, CURLOPT_WRITEFUNCTION, &Discard);
  const CURLcode code = Curl().easy_perform(handle);
  if (code != CURLE_OK) {
    return absl::UnavailableError(absl::StrCat("collector: ", Curl().easy_strerror(code)));
  }
  long status = 0;  // curl's type.
  Curl().easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  if (status >= 200 && status < 300) return absl::OkStatus();
  return absl::UnavailableError(absl::StrCat("collector answered with HTTP status ", status));
}

}  // namespace allreview::host
