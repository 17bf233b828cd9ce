#ifndef GATEWAY_API_DOCS_PAGE_H_
#define GATEWAY_API_DOCS_PAGE_H_

// The description of the API as a page, /docs: RapiDoc over /openapi.json. It needs no token, as
// the description needs none; whoever tries a call there gives one.

#include <vector>

#include "gateway/http/message.h"

namespace allreview::api {

std::vector<http::Route> DocsRoutes();

}  // namespace allreview::api

#endif  // GATEWAY_API_DOCS_PAGE_H_
