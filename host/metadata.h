#ifndef HOST_METADATA_H_
#define HOST_METADATA_H_

// The only way into the metadata of an outgoing call.
//
//   const absl::Status added =
//       AddCallMetadata({.key = "authorization", .value = header}, *context);
//
// gRPC aborts the process when a value holds other bytes than printable ASCII, and values come from
// headers that strangers send. Pure but for the context.

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "grpcpp/client_context.h"

namespace allreview::host {

struct MetadataEntry {
  absl::string_view key;  // A constant of ours: lower case, not ending with "-bin".
  absl::string_view value;
};

// kInvalidArgument names the key, the place and the byte, and never quotes the value, which may be
// a secret.
inline absl::Status CheckMetadata(const MetadataEntry& entry) {
  const absl::string_view value = entry.value;
  const auto* illegal =
      std::find_if(value.begin(), value.end(), [](char c) { return c < ' ' || c > '~'; });
  if (illegal == value.end()) return absl::OkStatus();
  const int byte = static_cast<unsigned char>(*illegal);
  return absl::InvalidArgumentError(
      absl::StrCat(entry.key, " has the byte 0x", absl::Hex(byte, absl::kZeroPad2), " at position ",
                   illegal - value.begin(), "; wanted printable ASCII"));
}

// Checks, then adds. What is refused is not added.
inline absl::Status AddCallMetadata(const MetadataEntry& entry, grpc::ClientContext& context) {
  absl::Status status = CheckMetadata(entry);
  if (status.ok()) context.AddMetadata(std::string(entry.key), std::string(entry.value));
  return status;
}

}  // namespace allreview::host

#endif  // HOST_METADATA_H_
