#ifndef GATEWAY_HTTP_TESTING_SOCKET_CLIENT_H_
#define GATEWAY_HTTP_TESTING_SOCKET_CLIENT_H_

// A client that sends whatever bytes a test likes, well-formed or not.
//
//   SocketClient client(server.port());
//   client.Send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
//   Answer answer = client.ReadAnswer();   // answer.status, answer.Header("etag"), answer.body
//
// Reads give up after kPatience, so that a test fails instead of hanging.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::http {

struct Answer {
  int status = 0;  // 0: the connection ended, or patience did, before an answer came.
  std::string head;
  std::string body;  // Chunks joined.

  // The header with this lower-case name; empty: there is none.
  std::string Header(absl::string_view name) const;
};

class SocketClient {
 public:
  // To 127.0.0.1. `ca` is a file of an authority: then TLS, and the server must be of that
  // authority.
  explicit SocketClient(int port, const std::string& ca = "");
  ~SocketClient();
  SocketClient(SocketClient&&) noexcept;
  SocketClient(const SocketClient&) = delete;

  bool is_connected() const;
  bool Send(absl::string_view bytes);
  // No more will be sent; what comes back is still read.
  void EndSending();

  Answer ReadAnswer(bool is_head = false);
  // To the end of the header only.
  Answer ReadHead();
  // Until `text` has come, and all that came before it; what is read counts as used.
  std::string ReadUntil(absl::string_view text);
  // Everything up to the connection's end. `has_ended`: false when patience ended first.
  std::pair<std::string, bool> ReadToEnd();

 private:
  struct State;
  bool ReadMore();

  std::unique_ptr<State> state_;
};

// "GET TARGET HTTP/1.1" with a Host, and headers such as "Accept: x\r\n".
std::string Get(absl::string_view target, absl::string_view headers = "");
std::string Post(absl::string_view target, absl::string_view body, absl::string_view headers = "");

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_TESTING_SOCKET_CLIENT_H_
