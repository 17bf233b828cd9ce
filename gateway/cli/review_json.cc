#include "gateway/cli/review_json.h"

#include "absl/status/status.h"
#include "google/protobuf/util/json_util.h"

namespace allreview::cli {

absl::StatusOr<review::v1::Review> ReadReview(absl::string_view json) {
  review::v1::Review review;
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(json.data(), json.size()), &review, options);
  if (!status.ok() || !review.has_receipt()) {
    return absl::InvalidArgumentError("this is not a review in JSON");
  }
  return review;
}

}  // namespace allreview::cli
