#include "gateway/http/target.h"

#include <algorithm>
#include <optional>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/utf8.h"

namespace allreview::http {
namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

absl::StatusOr<std::string> Decode(absl::string_view text, bool is_plus_space) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '+' && is_plus_space) {
      out.push_back(' ');
    } else if (text[i] != '%') {
      out.push_back(text[i]);
    } else {
      const int high = i + 2 < text.size() ? HexValue(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? HexValue(text[i + 2]) : -1;
      if (high < 0 || low < 0) {
        return absl::InvalidArgumentError("'%' is not followed by two hexadecimal digits");
      }
      out.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    }
  }
  if (!IsValidUtf8(out)) return absl::InvalidArgumentError("the text is not UTF-8");
  return out;
}

bool HasControlCharacter(absl::string_view text) {
  return std::any_of(text.begin(), text.end(), absl::ascii_iscntrl);
}

absl::StatusOr<std::vector<std::string>> ParsePath(absl::string_view path) {
  std::vector<std::string> segments;
  if (path == "/") return segments;
  for (absl::string_view raw : absl::StrSplit(path.substr(1), '/')) {
    if (!segments.empty() && segments.back().empty()) {
      return absl::InvalidArgumentError("the path has an empty segment");
    }
    ASSIGN_OR_RETURN(std::string segment, Decode(raw, /*is_plus_space=*/false));
    if (segment == "." || segment == "..") {
      return absl::InvalidArgumentError("the path has a segment \".\" or \"..\"");
    }
    if (HasControlCharacter(segment)) {
      return absl::InvalidArgumentError("the path has a control character");
    }
    if (segment.find_first_of("/\\") != std::string::npos) {
      return absl::InvalidArgumentError("a segment of the path contains a slash or a backslash");
    }
    segments.push_back(std::move(segment));
  }
  // Only "//" gets here with one empty segment alone.
  if (segments.size() == 1 && segments[0].empty()) {
    return absl::InvalidArgumentError("the path has an empty segment");
  }
  return segments;
}

struct Parts {
  std::optional<absl::string_view> authority;
  absl::string_view local;  // Path and query.
};

// RFC 9112 wants servers to take "http://host/path", too.
absl::StatusOr<Parts> SplitTarget(absl::string_view target) {
  for (absl::string_view scheme : {"http://", "https://"}) {
    if (!absl::StartsWithIgnoreCase(target, scheme)) continue;
    const size_t end = std::min(target.find_first_of("/?", scheme.size()), target.size());
    if (end < target.size() && target[end] != '/') break;
    return Parts{.authority = target.substr(scheme.size(), end - scheme.size()),
                 .local = end == target.size() ? absl::string_view("/") : target.substr(end)};
  }
  if (absl::StartsWith(target, "/")) return Parts{.authority = std::nullopt, .local = target};
  return absl::InvalidArgumentError("the target does not begin with '/'");
}

}  // namespace

absl::StatusOr<Fields> ParseQuery(absl::string_view text) {
  Fields fields;
  if (text.empty()) return fields;
  for (absl::string_view part : absl::StrSplit(text, '&', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> pair =
        absl::StrSplit(part, absl::MaxSplits('=', 1));
    ASSIGN_OR_RETURN(std::string name, Decode(pair.first, /*is_plus_space=*/true));
    ASSIGN_OR_RETURN(std::string value, Decode(pair.second, /*is_plus_space=*/true));
    if (HasControlCharacter(name) || value.find('\0') != std::string::npos) {
      return absl::InvalidArgumentError("the query has a control character");
    }
    if (fields.size() == kMaxQueryParameters) {
      return absl::InvalidArgumentError(
          absl::StrCat("the query has more than ", kMaxQueryParameters, " parameters"));
    }
    fields.emplace_back(std::move(name), std::move(value));
  }
  return fields;
}

absl::StatusOr<Target> ParseTarget(absl::string_view target) {
  ASSIGN_OR_RETURN(const Parts parts, SplitTarget(target));
  const absl::string_view local = parts.local;
  if (local.find('#') != absl::string_view::npos) {
    return absl::InvalidArgumentError("the target has a fragment");
  }
  const size_t question = std::min(local.find('?'), local.size());
  Target result;
  if (parts.authority.has_value()) result.authority = std::string(*parts.authority);
  ASSIGN_OR_RETURN(result.path, ParsePath(local.substr(0, question)));
  if (question == local.size()) return result;
  ASSIGN_OR_RETURN(result.query, ParseQuery(local.substr(question + 1)));
  return result;
}

std::string PercentEncode(absl::string_view text) {
  constexpr absl::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (unsigned char c : text) {
    if (absl::ascii_isalnum(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out.push_back(static_cast<char>(c));
    } else {
      out.push_back('%');
      out.push_back(kDigits[c >> 4]);
      out.push_back(kDigits[c & 15]);
    }
  }
  return out;
}

}  // namespace allreview::http
