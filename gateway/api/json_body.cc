#include "gateway/api/json_body.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "gateway/api/json_check.h"
#include "google/protobuf/util/json_util.h"

namespace allreview::api {
namespace {

constexpr size_t kMaxReasonBytes = 200;

}  // namespace

absl::Status ParseJsonBody(absl::string_view text, google::protobuf::Message& message) {
  text = absl::StripAsciiWhitespace(text);
  if (text.empty()) return absl::OkStatus();
  if (!IsValidUtf8(text)) return absl::InvalidArgumentError("the body is not UTF-8");
  RETURN_IF_ERROR(CheckJson(text, *message.GetDescriptor()));
  google::protobuf::util::JsonParseOptions options;
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(text.data(), text.size()), &message, options);
  if (status.ok()) return absl::OkStatus();
  // protobuf quotes the text, and the cut may go through a character.
  const std::string reason =
      ToDisplayText({status.message().data(), std::min(status.message().size(), kMaxReasonBytes)});
  return absl::InvalidArgumentError(
      absl::StrCat("the body is no ", message.GetDescriptor()->name(), ": ", reason));
}

}  // namespace allreview::api
