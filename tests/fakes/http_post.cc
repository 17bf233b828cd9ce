#include "tests/fakes/http_post.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"

namespace allreview::fakes {
namespace {

constexpr int kTimeoutSeconds = 30;

absl::StatusOr<int> Connect(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) {
    return absl::UnavailableError(absl::StrCat("no address of \"", host, "\""));
  }
  absl::Cleanup free_addresses = [found] { freeaddrinfo(found); };
  for (addrinfo* address = found; address != nullptr; address = address->ai_next) {
    const int connection = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0) continue;
    const timeval timeout{.tv_sec = kTimeoutSeconds, .tv_usec = 0};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
    if (connect(connection, address->ai_addr, address->ai_addrlen) == 0) return connection;
    close(connection);
  }
  return absl::UnavailableError(absl::StrCat("cannot connect to ", host, ":", port));
}

absl::Status SendAll(int connection, absl::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return absl::UnavailableError("the server does not read the request");
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return absl::OkStatus();
}

absl::StatusOr<PostedAnswer> Parse(const std::string& answer) {
  const size_t end = answer.find("\r\n\r\n");
  const absl::string_view head = absl::string_view(answer).substr(0, end);
  std::vector<absl::string_view> words = absl::StrSplit(head, ' ');
  PostedAnswer parsed;
  if (end == std::string::npos || words.size() < 2 || !absl::SimpleAtoi(words[1], &parsed.status)) {
    return absl::UnavailableError("the server closed the connection without an answer");
  }
  parsed.body = answer.substr(end + 4);
  return parsed;
}

}  // namespace

absl::StatusOr<PostedAnswer> PostTo(const std::string& url,
                                    const std::vector<std::pair<std::string, std::string>>& headers,
                                    const std::string& body, const std::string& method) {
  absl::string_view rest = url;
  if (!absl::ConsumePrefix(&rest, "http://")) {
    return absl::InvalidArgumentError(absl::StrCat("\"", url, "\" is not an http:// URL"));
  }
  std::pair<std::string, std::string> parts = absl::StrSplit(rest, absl::MaxSplits('/', 1));
  std::pair<std::string, std::string> host = absl::StrSplit(parts.first, absl::MaxSplits(':', 1));
  ASSIGN_OR_RETURN(int connection, Connect(host.first, host.second.empty() ? "80" : host.second));
  absl::Cleanup close_connection = [connection] { close(connection); };
  std::string request = absl::StrCat(method, " /", parts.second, " HTTP/1.1\r\nHost: ", parts.first,
                                     "\r\nConnection: close\r\n");
  for (const auto& [name, value] : headers) absl::StrAppend(&request, name, ": ", value, "\r\n");
  absl::StrAppend(&request, "Content-Length: ", body.size(), "\r\n\r\n", body);
  RETURN_IF_ERROR(SendAll(connection, request));
  std::string answer;
  char bytes[16384];
  ssize_t got = 0;
  while ((got = recv(connection, bytes, sizeof(bytes), 0)) > 0) {
    answer.append(bytes, static_cast<size_t>(got));
    const size_t head = answer.find("\r\n\r\n");
    const size_t length_at = answer.find("ontent-Length: ");
    size_t length = 0;
    if (head == std::string::npos || length_at == std::string::npos || length_at > head) continue;
    const size_t start = length_at + 15;
    (void)absl::SimpleAtoi(answer.substr(start, answer.find('\r', start) - start), &length);
    if (answer.size() >= head + 4 + length) break;  // A server that keeps the connection.
  }
  return Parse(answer);
}

}  // namespace allreview::fakes
