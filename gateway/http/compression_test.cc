#include "gateway/http/compression.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gateway/http/etag.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "zlib.h"

namespace allreview::http {
namespace {

using testing::Contains;
using testing::Pair;

HttpRequest RequestWith(Fields headers) {
  headers.emplace_back("accept-encoding", "gzip, deflate, br");
  return {.method = "GET", .headers = std::move(headers)};
}

HttpResponse Text(size_t bytes) {
  return {.content_type = "text/html; charset=utf-8", .body = std::string(bytes, 'a')};
}

std::string Unpacked(const std::string& packed) {
  z_stream stream = {};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string text(1 << 20, '\0');
  std::string input = packed;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

TEST(Compression, PacksTextForThoseWhoTakeGzip) {
  const HttpResponse response = Compressed(RequestWith({}), Text(5000));
  EXPECT_LT(response.body.size(), 100u);
  EXPECT_EQ(Unpacked(response.body), std::string(5000, 'a'));
  EXPECT_THAT(response.headers, Contains(Pair("Content-Encoding", "gzip")));
  EXPECT_THAT(response.headers, Contains(Pair("Vary", "Accept-Encoding")));
}

TEST(Compression, SaysThatTheAnswerVariesWhereItIsPlain) {
  const HttpResponse response = Compressed({.method = "GET"}, Text(5000));
  EXPECT_EQ(response.body.size(), 5000u);
  EXPECT_THAT(response.headers, Contains(Pair("Vary", "Accept-Encoding")));
}

TEST(Compression, LeavesAloneWhatWouldNotGain) {
  HttpResponse packed = Text(5000);
  packed.headers = {{"Content-Encoding", "gzip"}};
  EXPECT_EQ(Compressed(RequestWith({}), packed).body.size(), 5000u);
  HttpResponse image = Text(5000);
  image.content_type = "image/png";
  EXPECT_THAT(Compressed(RequestWith({}), image).headers, testing::IsEmpty());
  EXPECT_EQ(Compressed(RequestWith({}), Text(200)).body.size(), 200u);
}

TEST(Compression, LeavesStreamsOfEventsAlone) {
  HttpResponse stream = Text(5000);
  stream.content_type = "text/event-stream";
  stream.stream = [](EventStream&) {};
  EXPECT_THAT(Compressed(RequestWith({}), stream).headers, testing::IsEmpty());
}

TEST(Compression, KeepsTagsTrueForBothForms) {
  const HttpRequest plain = {.method = "GET"};
  const HttpResponse strong = Compressed(plain, WithETag(plain, Text(5000)));
  const HttpRequest request = RequestWith({});
  const HttpResponse weak = Compressed(request, WithETag(request, Text(5000)));
  const std::string tag = strong.headers[0].second;
  EXPECT_THAT(weak.headers, Contains(Pair("ETag", absl::StrCat("W/", tag))));
  // Asked again with either form, the answer is 304 with that form.
  for (const std::string& known : {tag, absl::StrCat("W/", tag)}) {
    const HttpRequest again = RequestWith({{"if-none-match", known}});
    const HttpResponse answer = Compressed(again, WithETag(again, Text(5000)));
    EXPECT_EQ(answer.status, 304);
    EXPECT_THAT(answer.headers, Contains(Pair("ETag", known)));
  }
}

TEST(Compression, ReadsAcceptEncoding) {
  EXPECT_TRUE(TakesGzip("gzip"));
  EXPECT_TRUE(TakesGzip("br;q=1.0, GZIP;q=0.2"));
  EXPECT_TRUE(TakesGzip("*"));
  EXPECT_FALSE(TakesGzip("*, gzip;q=0"));
  EXPECT_FALSE(TakesGzip("identity"));
  EXPECT_FALSE(TakesGzip("gzip;q=x"));
  EXPECT_FALSE(TakesGzip(""));
}

}  // namespace
}  // namespace allreview::http
