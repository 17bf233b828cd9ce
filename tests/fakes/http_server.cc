#include "tests/fakes/http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/check.h"

namespace allreview::fakes {
namespace {

bool WriteAll(int socket, absl::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t sent = send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(sent);
  }
  return true;
}

// Reads requests from one connection; what is left of a read waits for the next.
class RequestReader {
 public:
  explicit RequestReader(int socket) : socket_(socket) {}

  // None when the client has closed, or sends what is not HTTP.
  std::optional<ServedRequest> Next() {
    size_t end;
    while ((end = buffer_.find("\r\n\r\n")) == std::string::npos) {
      if (!Fill()) return std::nullopt;
    }
    ServedRequest request;
    if (!ParseHead(absl::string_view(buffer_).substr(0, end), request)) return std::nullopt;
    buffer_.erase(0, end + 4);
    size_t length = 0;
    (void)absl::SimpleAtoi(request.header("content-length"), &length);
    while (buffer_.size() < length) {
      if (!Fill()) return std::nullopt;
    }
    request.body = buffer_.substr(0, length);
    buffer_.erase(0, length);
    return request;
  }

 private:
  bool Fill() {
    char bytes[16384];
    ssize_t got = recv(socket_, bytes, sizeof(bytes), 0);
    if (got <= 0) return false;
    buffer_.append(bytes, got);
    return true;
  }

  static bool ParseHead(absl::string_view head, ServedRequest& request) {
    std::vector<absl::string_view> lines = absl::StrSplit(head, "\r\n");
    std::vector<absl::string_view> words = absl::StrSplit(lines[0], ' ');
    if (words.size() != 3) return false;
    std::pair<absl::string_view, absl::string_view> target =
        absl::StrSplit(words[1], absl::MaxSplits('?', 1));
    request.method = std::string(words[0]);
    request.path = std::string(target.first);
    request.query = std::string(target.second);
    for (size_t i = 1; i < lines.size(); ++i) {
      std::pair<absl::string_view, absl::string_view> field =
          absl::StrSplit(lines[i], absl::MaxSplits(':', 1));
      request.headers[absl::AsciiStrToLower(field.first)] =
          std::string(absl::StripAsciiWhitespace(field.second));
    }
    return true;
  }

  int socket_;
  std::string buffer_;
};

bool WriteResponse(int socket, const ServedRequest& request, const ServedResponse& response) {
  std::string head = absl::StrCat("HTTP/1.1 ", response.status, " Status\r\n");
  for (const auto& [name, value] : response.headers) {
    absl::StrAppend(&head, name, ": ", value, "\r\n");
  }
  bool has_body = response.status != 304 && response.status != 204;
  if (has_body) absl::StrAppend(&head, "Content-Length: ", response.body.size(), "\r\n");
  absl::StrAppend(&head, "\r\n");
  if (has_body && request.method != "HEAD") {
    size_t size = response.is_cut ? response.body.size() / 2 : response.body.size();
    head.append(response.body, 0, size);
  }
  return WriteAll(socket, head) && !response.is_cut;
}

}  // namespace

std::string ServedRequest::target() const {
  return query.empty() ? path : absl::StrCat(path, "?", query);
}

std::string ServedRequest::header(const std::string& lower_case_name) const {
  auto found = headers.find(lower_case_name);
  return found == headers.end() ? "" : found->second;
}

std::string ServedRequest::parameter(absl::string_view name) const {
  for (absl::string_view pair : absl::StrSplit(query, '&')) {
    std::pair<absl::string_view, absl::string_view> halves =
        absl::StrSplit(pair, absl::MaxSplits('=', 1));
    if (halves.first == name) return std::string(halves.second);
  }
  return "";
}

struct Gate::State {
  std::mutex mutex;
  std::condition_variable opened;
  bool is_open = false;
};

Gate::Gate() : state_(std::make_shared<State>()) {}
Gate::~Gate() = default;

void Gate::Wait() {
  // The gate may be gone when its waiters wake up.
  const std::shared_ptr<State> state = state_;
  std::unique_lock<std::mutex> lock(state->mutex);
  state->opened.wait(lock, [&] { return state->is_open; });
}

void Gate::Open() {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->is_open = true;
  state_->opened.notify_all();
}

struct HttpServer::State {
  struct Connection {
    int socket = -1;
    std::thread thread = {};
    bool is_done = false;
  };

  explicit State(Handler handler) : handler(std::move(handler)) {}

  void Accept() {
    for (;;) {
      int connection = accept(listener, nullptr, nullptr);
      if (connection < 0) return;
      int yes = 1;
      setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
      std::lock_guard<std::mutex> lock(mutex);
      if (is_closing) {
        close(connection);
        return;
      }
      Reap();
      ++accepted;
      Connection& added = connections.emplace_back();
      added.socket = connection;
      added.thread = std::thread([this, &added] { Serve(added); });
    }
  }

  void Serve(Connection& connection) {
    RequestReader reader(connection.socket);
    while (std::optional<ServedRequest> request = reader.Next()) {
      {
        std::lock_guard<std::mutex> lock(mutex);
        requests.push_back(*request);
        if (requests.size() > max_requests) requests.pop_front();
      }
      if (!WriteResponse(connection.socket, *request, handler(*request))) break;
    }
    shutdown(connection.socket, SHUT_RDWR);
    std::lock_guard<std::mutex> lock(mutex);
    connection.is_done = true;
  }

  // Frees what ended connections held: a server may run for hours. The mutex is held; a thread that
  // has set is_done needs it no more.
  void Reap() {
    for (auto it = connections.begin(); it != connections.end();) {
      if (!it->is_done) {
        ++it;
        continue;
      }
      it->thread.join();
      close(it->socket);
      it = connections.erase(it);
    }
  }

  Handler handler;
  int listener = -1;
  int port = 0;
  mutable std::mutex mutex;
  bool is_closing = false;
  std::deque<ServedRequest> requests;
  size_t max_requests = SIZE_MAX;
  int accepted = 0;
  std::list<Connection> connections;
  std::thread acceptor;
};

HttpServer::HttpServer(Handler handler) : state_(std::make_unique<State>(std::move(handler))) {
  state_->listener = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(state_->listener >= 0) << "socket";
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  CHECK(bind(state_->listener, generic, size) == 0) << "bind";
  CHECK(listen(state_->listener, 64) == 0) << "listen";
  CHECK(getsockname(state_->listener, generic, &size) == 0) << "getsockname";
  state_->port = ntohs(address.sin_port);
  state_->acceptor = std::thread([this] { state_->Accept(); });
}

HttpServer::~HttpServer() {
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->is_closing = true;
    for (const State::Connection& connection : state_->connections) {
      shutdown(connection.socket, SHUT_RDWR);
    }
  }
  shutdown(state_->listener, SHUT_RDWR);
  state_->acceptor.join();
  for (State::Connection& connection : state_->connections) {
    connection.thread.join();
    close(connection.socket);
  }
  close(state_->listener);
}

std::string HttpServer::base_url() const { return absl::StrCat("http://127.0.0.1:", state_->port); }

std::vector<ServedRequest> HttpServer::requests() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return {state_->requests.begin(), state_->requests.end()};
}

void HttpServer::KeepRequests(size_t most) {
  std::lock_guard<std::mutex> lock(state_->mutex);
  state_->max_requests = most;
}

int HttpServer::connections() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->accepted;
}

}  // namespace allreview::fakes
