#include "gateway/cli/terminal_links.h"

#include <unistd.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/utf8.h"
#include "review/code_url.h"

namespace allreview::cli {
namespace {

constexpr absl::string_view kOpen = "\033]8;;";
constexpr absl::string_view kClose = "\033\\";

// Empty: none.
std::string FolderOf(const change::v1::ChangeRef& ref) {
  if (ref.has_directories()) return ref.directories().after();
  const std::string& repository = ref.has_local() ? ref.local().path() : ref.patch().repository();
  const bool has_files = access(absl::StrCat(repository, "/.git").c_str(), F_OK) == 0;
  return has_files ? repository : "";
}

// Empty: no link.
std::string Resolve(absl::string_view target, const LinkOptions& options) {
  if (!options.is_wanted) return "";
  if (absl::StartsWith(target, "https://")) return std::string(target);
  return options.files_url.empty() ? "" : absl::StrCat(options.files_url, target);
}

}  // namespace

std::string FilesUrl(const Environment& environment, const change::v1::ChangeRef& ref) {
  const std::string folder = FolderOf(ref);
  return folder.empty()
             ? ""
             : absl::StrCat("file://", environment.host, PathToUri(ToPathText(folder)), "/");
}

// What opens a link is followed by its text and by one that opens none.
std::string WithLinks(absl::string_view text, const LinkOptions& options) {
  std::string result;
  bool is_open = false;
  while (!text.empty()) {
    const size_t begin = text.find(kOpen);
    const size_t end = begin == absl::string_view::npos ? begin : text.find(kClose, begin);
    if (end == absl::string_view::npos) break;
    absl::StrAppend(&result, text.substr(0, begin));
    const absl::string_view target = text.substr(begin + kOpen.size(), end - begin - kOpen.size());
    const std::string resolved = target.empty() ? "" : Resolve(target, options);
    if (!resolved.empty() || is_open) absl::StrAppend(&result, kOpen, resolved, kClose);
    is_open = !resolved.empty();
    text.remove_prefix(end + kClose.size());
  }
  return absl::StrCat(result, text);
}

}  // namespace allreview::cli
