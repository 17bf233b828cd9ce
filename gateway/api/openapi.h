#ifndef GATEWAY_API_OPENAPI_H_
#define GATEWAY_API_OPENAPI_H_

// The REST interface as an OpenAPI 3.1 description, generated from route_table.h, the descriptors
// of the messages and the comments of the .proto files.

#include <string>

namespace allreview::api {

std::string OpenApiText();

}  // namespace allreview::api

#endif  // GATEWAY_API_OPENAPI_H_
