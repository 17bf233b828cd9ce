#ifndef GATEWAY_WEB_TESTING_MESSAGE_H_
#define GATEWAY_WEB_TESTING_MESSAGE_H_

#include <string>

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"

namespace allreview::web {

// A message from protobuf's text format; the test fails where it is none.
template <typename Message>
Message From(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  return message;
}

}  // namespace allreview::web

#endif  // GATEWAY_WEB_TESTING_MESSAGE_H_
