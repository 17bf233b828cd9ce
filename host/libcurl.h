#ifndef HOST_LIBCURL_H_
#define HOST_LIBCURL_H_

// libcurl, loaded when it is first needed. Linked in the ordinary way it would bring some 27 shared
// libraries (LDAP, Kerberos, SSH, GnuTLS…) into every start of the program, most of which reviews
// local changes and never speaks HTTP.
//
//   RETURN_IF_ERROR(LoadLibcurl());
//   CURL* easy = Curl().easy_init();
//
// Functions bear the names of libcurl without "curl_". Safe from any thread.

#include <curl/curl.h>

#include "absl/status/status.h"

namespace allreview {

struct Libcurl {
  decltype(&::curl_easy_cleanup) easy_cleanup;
  decltype(&::curl_easy_getinfo) easy_getinfo;
  decltype(&::curl_easy_init) easy_init;
  decltype(&::curl_easy_perform) easy_perform;
  decltype(&::curl_easy_reset) easy_reset;
  decltype(&::curl_easy_setopt) easy_setopt;
  decltype(&::curl_easy_strerror) easy_strerror;
  decltype(&::curl_free) free;
  decltype(&::curl_global_init) global_init;
  decltype(&::curl_multi_add_handle) multi_add_handle;
  decltype(&::curl_multi_cleanup) multi_cleanup;
  decltype(&::curl_multi_info_read) multi_info_read;
  decltype(&::curl_multi_init) multi_init;
  decltype(&::curl_multi_perform) multi_perform;
  decltype(&::curl_multi_poll) multi_poll;
  decltype(&::curl_multi_remove_handle) multi_remove_handle;
  decltype(&::curl_slist_append) slist_append;
  decltype(&::curl_slist_free_all) slist_free_all;
  decltype(&::curl_url) url;
  decltype(&::curl_url_cleanup) url_cleanup;
  decltype(&::curl_url_get) url_get;
  decltype(&::curl_url_set) url_set;
};

// Loads and initialises the library once. kFailedPrecondition says what to install.
absl::Status LoadLibcurl();

// LoadLibcurl() must have succeeded.
const Libcurl& Curl();

}  // namespace allreview

#endif  // HOST_LIBCURL_H_
