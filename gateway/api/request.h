#ifndef GATEWAY_API_REQUEST_H_
#define GATEWAY_API_REQUEST_H_

// From an HTTP request to the message that its RPC takes. Pure.
//
//   std::unique_ptr<Message> message = NewMessage(*MethodOf(route).input_type());
//   absl::Status status = BindRequest(route, request, *message);

#include <memory>

#include "absl/status/status.h"
#include "gateway/api/route_table.h"
#include "gateway/http/message.h"
#include "google/protobuf/message.h"

namespace allreview::api {

std::unique_ptr<google::protobuf::Message> NewMessage(const google::protobuf::Descriptor& type);

// kNotFound: a path parameter has no such value. kInvalidArgument: the query or the body; says
// which, what was wanted, and what was probably meant. What the path says wins over the body.
absl::Status BindRequest(const ApiRoute& route, const http::HttpRequest& request,
                         google::protobuf::Message& message);

}  // namespace allreview::api

#endif  // GATEWAY_API_REQUEST_H_
