#include "gateway/access/identity.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"

namespace allreview::access {
namespace {

constexpr size_t kMaxNameBytes = 128;
constexpr size_t kMaxGroups = 2000;

}  // namespace

absl::Status CheckIdentity(const Identity& identity) {
  const std::string& name = identity.name;
  const bool is_name =
      !name.empty() && name.size() <= kMaxNameBytes && name.front() != '@' &&
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return absl::ascii_isgraph(c); });
  if (!is_name) {
    return absl::InvalidArgumentError(
        absl::StrCat("the name '", absl::CHexEscape(name.substr(0, kMaxNameBytes)),
                     "' cannot be used; wanted 1 to ", kMaxNameBytes,
                     " printable ASCII characters without spaces, the first of them not '@'"));
  }
  if (identity.groups.size() > kMaxGroups) {
    return absl::InvalidArgumentError(
        absl::StrCat(name, " is in ", identity.groups.size(), " groups; wanted at most ",
                     kMaxGroups, ": let the provider send only the groups that concern AllReview"));
  }
  return absl::OkStatus();
}

}  // namespace allreview::access
