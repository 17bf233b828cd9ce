#ifndef GATEWAY_HTTP_CLOSING_H_
#define GATEWAY_HTTP_CLOSING_H_

// The end of a connection. Internal to http_server.cc.

#include <memory>
#include <type_traits>
#include <utility>

#include "boost/asio/ip/tcp.hpp"
#include "boost/beast/core.hpp"

namespace allreview::http {

constexpr size_t kDropBytes = 64 << 10;

template <typename Stream>
void EndSending(Stream& stream) {
  boost::beast::error_code ignored;
  boost::beast::get_lowest_layer(stream).socket().shutdown(
      boost::asio::ip::tcp::socket::shutdown_send, ignored);
}

template <typename Stream>
void ReadAndDrop(Stream& stream, boost::beast::flat_buffer& buffer, std::shared_ptr<void> owner) {
  buffer.clear();
  stream.async_read_some(buffer.prepare(kDropBytes), [&stream, &buffer, owner = std::move(owner)](
                                                         boost::beast::error_code error, size_t) {
    if (!error) ReadAndDrop(stream, buffer, owner);
  });
}

// Closing a socket that has unread bytes resets it, and the client may lose the answer. So what it
// still sends is read and dropped, until it ends or the stream's time limit does. `owner` holds
// both.
template <typename Stream>
void DropTheRest(Stream& stream, boost::beast::flat_buffer& buffer, std::shared_ptr<void> owner) {
  // With TLS the other side would take this for an attack.
  if constexpr (std::is_same_v<Stream, boost::beast::tcp_stream>) EndSending(stream);
  ReadAndDrop(stream, buffer, std::move(owner));
}

}  // namespace allreview::http

#endif  // GATEWAY_HTTP_CLOSING_H_
