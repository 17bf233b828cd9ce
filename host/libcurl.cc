#include "host/libcurl.h"

#include <dlfcn.h>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace allreview {
namespace {

template <typename Function>
void Find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
}

absl::StatusOr<Libcurl> Load() {
  void* library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("HTTP needs libcurl: ", dlerror(), "; run: apt-get install libcurl4"));
  }
  Libcurl curl = {};
#define FIND(name) Find(library, "curl_" #name, curl.name)
  FIND(easy_cleanup);
  FIND(easy_getinfo);
  FIND(easy_init);
  FIND(easy_perform);
  FIND(easy_reset);
  FIND(easy_setopt);
  FIND(easy_strerror);
  FIND(free);
  FIND(global_init);
  FIND(multi_add_handle);
  FIND(multi_cleanup);
  FIND(multi_info_read);
  FIND(multi_init);
  FIND(multi_perform);
  FIND(multi_poll);
  FIND(multi_remove_handle);
  FIND(slist_append);
  FIND(slist_free_all);
  FIND(url);
  FIND(url_cleanup);
  FIND(url_get);
  FIND(url_set);
#undef FIND
  // The newest of the functions: 7.66.
  if (curl.multi_poll == nullptr || curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    return absl::FailedPreconditionError("libcurl cannot be used: 7.66 or later is needed");
  }
  return curl;
}

const absl::StatusOr<Libcurl>& Loaded() {
  static const auto* const loaded = new absl::StatusOr<Libcurl>(Load());
  return *loaded;
}

}  // namespace

absl::Status LoadLibcurl() { return Loaded().status(); }

const Libcurl& Curl() {
  CHECK(Loaded().ok()) << Loaded().status().message();
  return *Loaded();
}

}  // namespace allreview
