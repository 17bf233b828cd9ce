#include "gateway/http/testing/socket_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "openssl/ssl.h"

namespace allreview::http {
namespace {

constexpr timeval kPatience = {.tv_sec = 10, .tv_usec = 0};

}  // namespace

struct SocketClient::State {
  ~State() {
    SSL_free(ssl);
    SSL_CTX_free(context);
    if (fd >= 0) close(fd);
  }

  bool StartTls(const std::string& ca) {
    context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
    if (SSL_CTX_load_verify_locations(context, ca.c_str(), nullptr) != 1) return false;
    ssl = SSL_new(context);
    SSL_set1_host(ssl, "localhost");
    SSL_set_fd(ssl, fd);
    return SSL_connect(ssl) == 1;
  }

  int fd = -1;
  SSL_CTX* context = nullptr;
  SSL* ssl = nullptr;
  bool is_connected = false;
  bool has_ended = false;
  std::string unread;
};

std::string Answer::Header(absl::string_view name) const {
  for (absl::string_view line : absl::StrSplit(head, "\r\n")) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(": ", 1));
    if (absl::EqualsIgnoreCase(field.first, name)) return std::string(field.second);
  }
  return "";
}

SocketClient::SocketClient(int port, const std::string& ca) : state_(std::make_unique<State>()) {
  state_->fd = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(state_->fd, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  setsockopt(state_->fd, SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  const int is_on = 1;
  setsockopt(state_->fd, IPPROTO_TCP, TCP_NODELAY, &is_on, sizeof is_on);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  state_->is_connected =
      connect(state_->fd, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0 &&
      (ca.empty() || state_->StartTls(ca));
}

SocketClient::~SocketClient() = default;
SocketClient::SocketClient(SocketClient&&) noexcept = default;

bool SocketClient::is_connected() const { return state_->is_connected; }

bool SocketClient::Send(absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = state_->ssl != nullptr
                             ? SSL_write(state_->ssl, bytes.data(), static_cast<int>(bytes.size()))
                             : send(state_->fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

void SocketClient::EndSending() { shutdown(state_->fd, SHUT_WR); }

bool SocketClient::ReadMore() {
  char bytes[65536];
  const ssize_t got = state_->ssl != nullptr ? SSL_read(state_->ssl, bytes, sizeof bytes)
                                             : recv(state_->fd, bytes, sizeof bytes, 0);
  if (got > 0) state_->unread.append(bytes, static_cast<size_t>(got));
  // A reset ends a connection as well as an orderly close does; patience leaves it open.
  if (got <= 0) state_->has_ended = got == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
  return got > 0;
}

std::string SocketClient::ReadUntil(absl::string_view text) {
  size_t found = state_->unread.find(text.data(), 0, text.size());
  while (found == std::string::npos) {
    if (!ReadMore()) return "";
    found = state_->unread.find(text.data(), 0, text.size());
  }
  std::string read = state_->unread.substr(0, found + text.size());
  state_->unread.erase(0, found + text.size());
  return read;
}

std::pair<std::string, bool> SocketClient::ReadToEnd() {
  while (ReadMore()) {
  }
  return {std::exchange(state_->unread, ""), state_->has_ended};
}

Answer SocketClient::ReadHead() {
  Answer answer;
  answer.head = ReadUntil("\r\n\r\n");
  if (absl::StartsWith(answer.head, "HTTP/1.1 ")) {
    (void)absl::SimpleAtoi(answer.head.substr(9, 3), &answer.status);
  }
  return answer;
}

Answer SocketClient::ReadAnswer(bool is_head) {
  Answer answer = ReadHead();
  if (answer.Header("transfer-encoding") == "chunked") {
    while (true) {
      const std::string line = ReadUntil("\r\n");
      const size_t size = std::strtoul(line.c_str(), nullptr, 16);
      while (state_->unread.size() < size + 2 && ReadMore()) {
      }
      answer.body += state_->unread.substr(0, size);
      state_->unread.erase(0, size + 2);
      if (size == 0) return answer;
    }
  }
  size_t length = 0;
  if (is_head || !absl::SimpleAtoi(answer.Header("content-length"), &length)) return answer;
  while (state_->unread.size() < length && ReadMore()) {
  }
  answer.body = state_->unread.substr(0, length);
  state_->unread.erase(0, length);
  return answer;
}

std::string Get(absl::string_view target, absl::string_view headers) {
  return absl::StrCat("GET ", target, " HTTP/1.1\r\nHost: localhost\r\n", headers, "\r\n");
}

std::string Post(absl::string_view target, absl::string_view body, absl::string_view headers) {
  return absl::StrCat("POST ", target,
                      " HTTP/1.1\r\nHost: localhost\r\nContent-Length: ", body.size(), "\r\n",
                      headers, "\r\n", body);
}

}  // namespace allreview::http
