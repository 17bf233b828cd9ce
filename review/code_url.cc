#include "review/code_url.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/utf8.h"
#include "review/labels.h"

namespace allreview {

std::string CodeUrl(const CodeAtCommit& code) {
  const size_t end = code.pull_request.rfind(absl::StrCat("/pull/", code.number));
  const bool is_known = end != absl::string_view::npos && !code.commit.empty() &&
                        absl::StartsWith(code.pull_request, "https://");
  return is_known ? absl::StrCat(code.pull_request.substr(0, end), "/blob/", code.commit) : "";
}

std::string UrlOfLines(absl::string_view code_url, const change::v1::SourceRange& range) {
  const bool is_gone = range.side() == change::v1::SIDE_LEFT;
  if (code_url.empty() || is_gone || range.path().empty()) return "";
  std::string url = absl::StrCat(code_url, "/", PathToUri(range.path()));
  if (range.first_line() > 0) absl::StrAppend(&url, "#L", range.first_line());
  if (LastLine(range) > range.first_line()) absl::StrAppend(&url, "-L", LastLine(range));
  return url;
}

std::string PathToUri(absl::string_view path_text) {
  std::string uri;
  for (unsigned char c : FromPathText(path_text)) {
    if (absl::ascii_isalnum(c) || absl::StrContains("-._~/+@", std::string(1, c))) {
      uri += static_cast<char>(c);
    } else {
      absl::StrAppendFormat(&uri, "%%%02X", c);
    }
  }
  return uri.empty() ? "%22%22" : uri;  // A path that is no path, but an empty URI is no URI.
}

}  // namespace allreview
