#include "gateway/http/compression.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "zlib.h"

namespace allreview::http {
namespace {

// Below, the answer fits a packet anyway.
constexpr size_t kLeastBytes = 1024;
// Levels above cost twice the time for two per cent.
constexpr int kLevel = 5;
constexpr int kGzipWindow = 15 + 16;
constexpr int kMemory = 8;

bool IsCompressible(absl::string_view content_type) {
  const absl::string_view type =
      absl::StripAsciiWhitespace(content_type.substr(0, content_type.find(';')));
  return absl::StartsWith(type, "text/") || absl::EndsWith(type, "json") ||
         absl::EndsWith(type, "xml") || type == "application/javascript" ||
         type == "application/yaml";
}

std::string* FindField(Fields& fields, absl::string_view name) {
  for (auto& [field, value] : fields) {
    if (absl::EqualsIgnoreCase(field, name)) return &value;
  }
  return nullptr;
}

// None: too large for zlib's counters.
std::optional<std::string> Gzip(absl::string_view text) {
  if (text.size() > std::numeric_limits<uint32_t>::max() / 2) return std::nullopt;
  z_stream stream = {};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return std::nullopt;
  std::string packed(deflateBound(&stream, text.size()), '\0');
  // zlib does not write to its input.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (result != Z_STREAM_END) return std::nullopt;
  return packed;
}

// Of an answer 304 to a client that takes gzip, the tag in the form in which it has it.
void MatchTag(const HttpRequest& request, HttpResponse& response) {
  std::string* tag = FindField(response.headers, "ETag");
  const std::string* known = request.Header("if-none-match");
  if (tag == nullptr || known == nullptr) return;
  const std::string weak = absl::StrCat("W/", *tag);
  if (absl::StrContains(*known, weak)) *tag = weak;
}

}  // namespace

bool TakesGzip(absl::string_view accept_encoding) {
  bool takes_any = false;
  for (absl::string_view one : absl::StrSplit(accept_encoding, ',')) {
    const std::vector<absl::string_view> parts = absl::StrSplit(one, ';');
    double quality = 1;
    for (size_t i = 1; i < parts.size(); ++i) {
      absl::string_view weight = absl::StripAsciiWhitespace(parts[i]);
      if (absl::ConsumePrefix(&weight, "q=") && !absl::SimpleAtod(weight, &quality)) quality = 0;
    }
    const absl::string_view name = absl::StripAsciiWhitespace(parts[0]);
    if (absl::EqualsIgnoreCase(name, "gzip")) return quality > 0;
    if (name == "*") takes_any = quality > 0;
  }
  return takes_any;
}

HttpResponse Compressed(const HttpRequest& request, HttpResponse response) {
  const std::string* const accepted = request.Header("accept-encoding");
  const bool takes_gzip = accepted != nullptr && TakesGzip(*accepted);
  if (response.status == 304 && takes_gzip) MatchTag(request, response);
  const bool is_eligible = response.stream == nullptr && response.body.size() >= kLeastBytes &&
                           IsCompressible(response.content_type) &&
                           FindField(response.headers, "Content-Encoding") == nullptr;
  if (!is_eligible) return response;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!takes_gzip) return response;
  std::optional<std::string> packed = Gzip(response.body);
  if (!packed.has_value() || packed->size() >= response.body.size()) return response;
  response.body = *std::move(packed);
  response.headers.emplace_back("Content-Encoding", "gzip");
  std::string* tag = FindField(response.headers, "ETag");
  if (tag != nullptr && !absl::StartsWith(*tag, "W/")) *tag = absl::StrCat("W/", *tag);
  return response;
}

}  // namespace allreview::http
