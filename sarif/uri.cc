#include "sarif/uri.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::sarif {
namespace {

constexpr size_t kMaxUriBytes = 4'096;

std::string PercentDecoded(absl::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && absl::ascii_isxdigit(text[i + 1]) &&
        absl::ascii_isxdigit(text[i + 2])) {
      decoded += absl::HexStringToBytes(text.substr(i + 1, 2));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

// "C:" of "C:/a" is a drive, "file:" a scheme.
size_t SchemeBytes(absl::string_view uri) {
  const auto end = std::find_if(uri.begin(), uri.end(), [](char c) {
    return !absl::ascii_isalnum(c) && c != '+' && c != '-' && c != '.';
  });
  const auto bytes = static_cast<size_t>(end - uri.begin());
  return end != uri.end() && *end == ':' && bytes > 1 && absl::ascii_isalpha(uri[0]) ? bytes + 1
                                                                                     : 0;
}

// What names a file, before it is decoded. None: it is of another scheme.
std::optional<absl::string_view> WithoutScheme(absl::string_view uri) {
  const size_t scheme = SchemeBytes(uri);
  if (scheme == 0) return uri;
  if (!absl::EqualsIgnoreCase(uri.substr(0, scheme), "file:")) return std::nullopt;
  uri.remove_prefix(scheme);
  if (!absl::ConsumePrefix(&uri, "//")) return uri;
  const size_t slash = uri.find('/');  // A host may stand before it.
  return slash == absl::string_view::npos ? absl::string_view() : uri.substr(slash);
}

std::optional<FilePath> Normal(const std::string& path) {
  if (path.empty() || path.find('\0') != std::string::npos) return std::nullopt;
  std::vector<absl::string_view> parts;
  for (absl::string_view part : absl::StrSplit(path, '/', absl::SkipEmpty())) {
    if (part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }
  const bool is_absolute = path[0] == '/';
  return FilePath{absl::StrCat(is_absolute ? "/" : "", absl::StrJoin(parts, "/")), is_absolute};
}

bool HasDrive(absl::string_view path) {
  return path.size() > 2 && absl::ascii_isalpha(path[0]) && path[1] == ':' &&
         (path[2] == '/' || path[2] == '\\');
}

// As text before it is made normal, so that ".." may leave a relative part.
std::optional<std::string> Decoded(absl::string_view uri) {
  if (uri.size() > kMaxUriBytes) return std::nullopt;
  const std::optional<absl::string_view> rest = WithoutScheme(uri);
  if (!rest) return std::nullopt;
  std::string path = PercentDecoded(*rest);
  if (HasDrive(path) || !absl::StrContains(path, '/')) {
    std::replace(path.begin(), path.end(), '\\', '/');
  }
  return HasDrive(path) ? absl::StrCat("/", path) : path;
}

}  // namespace

std::optional<FilePath> PathOfUri(absl::string_view uri) {
  const std::optional<std::string> path = Decoded(uri);
  return path ? Normal(*path) : std::nullopt;
}

std::optional<FilePath> PathOf(const Run& run, const FileReference& file) {
  FileReference named = file;
  if (named.uri.empty() && named.index >= 0 &&
      named.index < static_cast<int64_t>(run.artifacts.size())) {
    named = run.artifacts[named.index];
  }
  if (named.uri.empty()) return std::nullopt;
  std::optional<std::string> path = Decoded(named.uri);
  // A base may have a base of its own, and a hostile one itself.
  constexpr int kMaxBases = 8;
  std::string base_id = named.uri_base_id;
  for (int i = 0; path && !absl::StartsWith(*path, "/") && !base_id.empty(); ++i) {
    const auto base = run.bases.find(base_id);
    if (base == run.bases.end() || base->second.uri.empty()) break;  // The root of the checkout.
    if (i == kMaxBases) return std::nullopt;
    const std::optional<std::string> folder = Decoded(base->second.uri);
    if (!folder) return std::nullopt;
    path = absl::StrCat(absl::StripSuffix(*folder, "/"), "/", *path);
    base_id = base->second.uri_base_id;
  }
  return path ? Normal(*path) : std::nullopt;
}

}  // namespace allreview::sarif
