#include "gateway/http/http_server.h"

#include <exception>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "boost/asio/io_context.hpp"
#include "boost/asio/ip/tcp.hpp"
#include "boost/asio/ssl/context.hpp"
#include "boost/asio/strand.hpp"
#include "gateway/http/core.h"
#include "gateway/http/session.h"

namespace allreview::http {
namespace {

using net::ip::tcp;

constexpr int kBacklog = 1024;
// After the process has run out of file descriptors.
constexpr absl::Duration kAcceptPause = absl::Milliseconds(50);
// Sessions that were cut off need only as long as their callbacks.
constexpr absl::Duration kAbortTime = absl::Seconds(5);

absl::StatusOr<tcp::endpoint> ParseAddress(absl::string_view address) {
  const size_t colon = address.rfind(':');
  int port = 0;
  if (colon == absl::string_view::npos || !absl::SimpleAtoi(address.substr(colon + 1), &port) ||
      port < 0 || port > 65535) {
    return absl::InvalidArgumentError(
        absl::StrCat("the HTTP address '", address, "' has to be HOST:PORT"));
  }
  absl::string_view host = address.substr(0, colon);
  if (absl::StartsWith(host, "[") && absl::EndsWith(host, "]")) {
    host = host.substr(1, host.size() - 2);
  }
  if (host == "localhost") host = "127.0.0.1";
  boost::system::error_code error;
  const auto parsed = net::ip::make_address(std::string(host), error);
  if (!error) return tcp::endpoint(parsed, static_cast<uint16_t>(port));
  return absl::InvalidArgumentError(absl::StrCat("the HTTP address '", address,
                                                 "' has to begin with an IP address or localhost"));
}

// The same client has one name, whether the socket is of IPv4 or of both.
std::string NameOf(const tcp::endpoint& peer) {
  const net::ip::address address = peer.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    return net::ip::make_address_v4(net::ip::v4_mapped, address.to_v6()).to_string();
  }
  return address.to_string();
}

absl::StatusOr<std::unique_ptr<net::ssl::context>> LoadTls(const HttpServerOptions& options) {
  if (options.certificate.empty() && options.key.empty()) return nullptr;
  if (options.certificate.empty() || options.key.empty()) {
    return absl::InvalidArgumentError("TLS needs both a certificate and its key");
  }
  auto context = std::make_unique<net::ssl::context>(net::ssl::context::tls_server);
  boost::system::error_code error;
  context->set_options(net::ssl::context::default_workarounds | net::ssl::context::no_tlsv1 |
                       net::ssl::context::no_tlsv1_1);
  context->use_certificate_chain_file(options.certificate, error);
  if (error) {
    return absl::InvalidArgumentError(
        absl::StrCat("certificate ", options.certificate, ": ", error.message()));
  }
  context->use_private_key_file(options.key, net::ssl::context::pem, error);
  if (error) {
    return absl::InvalidArgumentError(absl::StrCat("key ", options.key, ": ", error.message()));
  }
  if (SSL_CTX_check_private_key(context->native_handle()) == 1) return context;
  return absl::InvalidArgumentError(absl::StrCat(
      "key ", options.key, " does not belong to the certificate ", options.certificate));
}

// An exception, such as of memory that is not there, ends the connection whose callback has thrown
// it, and no other.
void ServeSockets(net::io_context& io) {
  while (true) {
    try {
      io.run();
      return;
    } catch (const std::exception& exception) {
      Log(LogLevel::kError, "an HTTP connection is dropped", {{"reason", exception.what()}});
    }
  }
}

}  // namespace

struct HttpServer::State {
  State(Router router, const HttpServerOptions& options)
      : core(std::move(router), options),
        acceptor(net::make_strand(io)),
        pause(acceptor.get_executor()),
        guard(net::make_work_guard(io)) {}

  absl::Status Listen(const tcp::endpoint& endpoint) {
    boost::system::error_code error;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(net::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(kBacklog, error);
    if (!error) port = acceptor.local_endpoint(error).port();
    if (!error) return absl::OkStatus();
    return absl::FailedPreconditionError(
        absl::StrCat("cannot listen for HTTP on '", core.options.address, "': ", error.message()));
  }

  void Accept() {
    acceptor.async_accept(net::make_strand(io),
                          [this](boost::system::error_code error, tcp::socket socket) {
                            if (!acceptor.is_open()) return;
                            if (error) return AcceptLater(error);
                            Begin(std::move(socket));
                            Accept();
                          });
  }

  void AcceptLater(const boost::system::error_code& reason) {
    Log(LogLevel::kWarning, "cannot accept an HTTP connection", {{"reason", reason.message()}});
    pause.expires_after(absl::ToChronoNanoseconds(kAcceptPause));
    pause.async_wait([this](boost::system::error_code error) {
      if (!error && acceptor.is_open()) Accept();
    });
  }

  void Begin(tcp::socket socket) {
    boost::system::error_code error;
    const tcp::endpoint endpoint = socket.remote_endpoint(error);
    if (error) return;
    socket.set_option(tcp::no_delay(true), error);
    std::string peer = NameOf(endpoint);
    std::optional<ConnectionLimits::Place> place = core.limits.Take(peer);
    if (!place.has_value()) return core.edge.CountRefusal("connections");
    if (tls == nullptr) {
      Run<beast::tcp_stream>(beast::tcp_stream(std::move(socket)), *std::move(place), peer);
    } else {
      Run<beast::ssl_stream<beast::tcp_stream>>(
          beast::ssl_stream<beast::tcp_stream>(beast::tcp_stream(std::move(socket)), *tls),
          *std::move(place), peer);
    }
  }

  template <typename Stream>
  void Run(Stream stream, ConnectionLimits::Place place, const std::string& peer) {
    const auto session =
        std::make_shared<Session<Stream>>(std::move(stream), core, std::move(place), peer);
    core.sessions.Add(session);
    session->Run();
  }

  void StopAccepting() {
    core.is_draining = true;
    net::post(acceptor.get_executor(), [this] {
      boost::system::error_code ignored;
      acceptor.close(ignored);
      pause.cancel();
    });
  }

  Core core;  // Outlives the sessions, which the callbacks in `io` hold.
  net::io_context io;
  tcp::acceptor acceptor;
  net::steady_timer pause;
  net::executor_work_guard<net::io_context::executor_type> guard;
  std::unique_ptr<net::ssl::context> tls;
  std::vector<std::thread> threads;
  int port = 0;
};

HttpServer::HttpServer(std::unique_ptr<State> state) : state_(std::move(state)) {}

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(std::vector<Route> routes,
                                                              const HttpServerOptions& options) {
  ASSIGN_OR_RETURN(Router router, Router::Make(std::move(routes)));
  ASSIGN_OR_RETURN(const tcp::endpoint endpoint, ParseAddress(options.address));
  auto state = std::make_unique<State>(std::move(router), options);
  ASSIGN_OR_RETURN(state->tls, LoadTls(options));
  RETURN_IF_ERROR(state->Listen(endpoint));
  state->Accept();
  for (int i = 0; i < options.io_threads; ++i) {
    state->threads.emplace_back([io = &state->io] { ServeSockets(*io); });
  }
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(state)));
}

HttpServer::~HttpServer() {
  Drain(absl::ZeroDuration());
  state_->core.streams.Stop();
  // What still waits for its handler answers nobody; the sessions end with it.
  state_->core.pool.Stop();
  if (!state_->core.sessions.WaitUntilEmpty(kAbortTime)) {
    Log(LogLevel::kError, "HTTP connections do not end; they are dropped");
  }
  state_->guard.reset();
  state_->io.stop();
  for (std::thread& thread : state_->threads) thread.join();
}

int HttpServer::port() const { return state_->port; }

std::string HttpServer::address() const {
  const std::string& address = state_->core.options.address;
  return absl::StrCat(address.substr(0, address.rfind(':')), ":", port());
}

void HttpServer::Drain(absl::Duration limit) {
  state_->StopAccepting();
  for (const auto& session : state_->core.sessions.All()) session->Drain();
  if (state_->core.sessions.WaitUntilEmpty(limit)) return;
  for (const auto& session : state_->core.sessions.All()) session->Abort();
}

}  // namespace allreview::http
