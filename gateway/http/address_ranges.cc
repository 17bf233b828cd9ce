#include "gateway/http/address_ranges.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstring>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace allreview::http {
namespace {

constexpr int kBits = 128;
constexpr int kBitsBeforeIpv4 = 96;  // ::ffff:0:0/96

}  // namespace

absl::StatusOr<AddressRanges> AddressRanges::Parse(const std::vector<std::string>& texts) {
  AddressRanges ranges;
  for (const std::string& text : texts) {
    ASSIGN_OR_RETURN(ranges.ranges_.emplace_back(), ParseRange(text));
  }
  return ranges;
}

bool AddressRanges::Contain(absl::string_view text) const {
  Address address;
  return ParseAddress(text, address) &&
         std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const Range& range) { return IsIn(address, range); });
}

bool AddressRanges::ParseAddress(absl::string_view text, Address& address) {
  const std::string terminated(text);
  if (inet_pton(AF_INET6, terminated.c_str(), address.data()) == 1) return true;
  address = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  return inet_pton(AF_INET, terminated.c_str(), &address[kBitsBeforeIpv4 / 8]) == 1;
}

absl::StatusOr<AddressRanges::Range> AddressRanges::ParseRange(absl::string_view text) {
  const size_t slash = text.find('/');
  Range range = {.first = {}, .bits = kBits};
  if (!ParseAddress(text.substr(0, slash), range.first)) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", text,
                     "' is not an IP address; wanted one such as 10.1.2.3 or fd00::1, or a range "
                     "such as 10.0.0.0/8"));
  }
  if (slash == absl::string_view::npos) return range;
  const int skipped = text.find(':') == absl::string_view::npos ? kBitsBeforeIpv4 : 0;
  if (!absl::SimpleAtoi(text.substr(slash + 1), &range.bits) || range.bits < 0 ||
      range.bits > kBits - skipped) {
    return absl::InvalidArgumentError(absl::StrCat("'", text, "': wanted a number from 0 to ",
                                                   kBits - skipped, " after the slash"));
  }
  range.bits += skipped;
  for (int bit = range.bits; bit < kBits; ++bit) {
    if ((range.first[bit / 8] & (0x80 >> bit % 8)) == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("'", text,
                     "' is not a range: the address has bits set after its prefix length; wanted "
                     "its first address before the slash, or no slash"));
  }
  return range;
}

bool AddressRanges::IsIn(const Address& address, const Range& range) {
  const int bytes = range.bits / 8;
  if (std::memcmp(address.data(), range.first.data(), bytes) != 0) return false;
  const int rest = range.bits % 8;
  return rest == 0 || (address[bytes] ^ range.first[bytes]) >> (8 - rest) == 0;
}

}  // namespace allreview::http
