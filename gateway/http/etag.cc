#include "gateway/http/etag.h"

#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/hash.h"

namespace allreview::http {
namespace {

constexpr size_t kTagDigits = 32;

}  // namespace

bool IsTagNamed(absl::string_view if_none_match, absl::string_view tag) {
  // Our own tags hold no commas.
  for (absl::string_view one : absl::StrSplit(if_none_match, ',')) {
    one = absl::StripAsciiWhitespace(one);
    if (one == "*" || absl::StripPrefix(one, "W/") == tag) return true;
  }
  return false;
}

HttpResponse WithETag(const HttpRequest& request, HttpResponse response) {
  if (request.method != "GET" || response.status != 200 || response.stream != nullptr) {
    return response;
  }
  Sha256 hash;
  hash.Update(response.content_type);
  hash.Update(response.body);
  const std::string tag = absl::StrCat("\"", hash.Finish().substr(0, kTagDigits), "\"");
  response.headers.emplace_back("ETag", tag);
  response.headers.emplace_back("Cache-Control", "private, no-cache");
  const std::string* known = request.Header("if-none-match");
  if (known == nullptr || !IsTagNamed(*known, tag)) return response;
  response.status = 304;
  response.body.clear();
  response.content_type.clear();
  return response;
}

}  // namespace allreview::http
