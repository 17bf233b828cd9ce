#ifndef GATEWAY_HTTP_ADDRESS_RANGES_H_
#define GATEWAY_HTTP_ADDRESS_RANGES_H_

// Sets of IP addresses as operators write them.
//
//   ASSIGN_OR_RETURN(AddressRanges ranges, AddressRanges::Parse({"10.0.0.0/8", "fd00::/8"}));
//   if (ranges.Contain("10.1.2.3")) …
//
// Values; reading them is safe from any thread.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace allreview::http {

class AddressRanges {
 public:
  AddressRanges() = default;  // Empty.

  // Each text is an address or a range "ADDRESS/BITS" of IPv4 or IPv6; an address of IPv4 also
  // stands for its form in IPv6 ("::ffff:10.1.2.3"). kInvalidArgument names the text that is
  // neither, and a range with bits of the address behind its length ("10.0.0.1/8").
  static absl::StatusOr<AddressRanges> Parse(const std::vector<std::string>& texts);

  bool Contain(absl::string_view text) const;

 private:
  using Address = std::array<uint8_t, 16>;  // IPv4 in its form of IPv6.
  struct Range {
    Address first;
    int bits;
  };

  static bool ParseAddress(absl::string_view text, Address& address);
  static absl::StatusOr<Range> ParseRange(absl::string_view text);
  static bool IsIn(const Address& address, const Range& range);

  std::vector<Range> ranges_;
};

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_ADDRESS_RANGES_H_
