#ifndef TESTS_FAKES_HTTP_POST_H_
#define TESTS_FAKES_HTTP_POST_H_

// The smallest HTTP client there is: one request on a connection of its own, without TLS.
//
//   ASSIGN_OR_RETURN(PostedAnswer answer, PostTo("http://127.0.0.1:8080/webhooks/github",
//                                                {{"X-GitHub-Event", "ping"}}, "{}"));

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace allreview::fakes {

struct PostedAnswer {
  int status = 0;
  std::string body;
};

// Waits at most 30 seconds for each part. `method` may also be GET. kUnavailable: no answer.
absl::StatusOr<PostedAnswer> PostTo(const std::string& url,
                                    const std::vector<std::pair<std::string, std::string>>& headers,
                                    const std::string& body, const std::string& method = "POST");

}  // namespace allreview::fakes

#endif  // TESTS_FAKES_HTTP_POST_H_
