#include "host/metadata.h"

#include <string>

#include "base/status_matchers.h"
#include "grpc/grpc.h"
#include "grpc/slice.h"
#include "gtest/gtest.h"

namespace allreview::host {
namespace {

bool IsLegalToGrpc(const std::string& value) {
  const grpc_slice slice = grpc_slice_from_copied_buffer(value.data(), value.size());
  const bool is_legal = grpc_header_nonbin_value_is_legal(slice) != 0;
  grpc_slice_unref(slice);
  return is_legal;
}

TEST(Metadata, TakesExactlyTheBytesThatGrpcTakes) {
  for (int byte = 0; byte < 256; ++byte) {
    const std::string one(1, static_cast<char>(byte));
    for (const std::string& value : {one, "a" + one, one + "a", "a" + one + "b"}) {
      grpc::ClientContext context;
      EXPECT_EQ(AddCallMetadata({.key = "k", .value = value}, context).ok(), IsLegalToGrpc(value))
          << "byte " << byte;
    }
  }
  EXPECT_OK(CheckMetadata({.key = "k", .value = ""}));
}

TEST(Metadata, NamesThePlaceAndNeverTheValue) {
  EXPECT_THAT(CheckMetadata({.key = "authorization", .value = "Bearer secret\t"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "authorization has the byte 0x09 at position 13; wanted printable ASCII"));
  EXPECT_THAT(CheckMetadata({.key = "authorization", .value = "\xff"}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "authorization has the byte 0xff at position 0; wanted printable ASCII"));
}

}  // namespace
}  // namespace allreview::host
