#ifndef GATEWAY_WEB_NUMERICS_PAGE_H_
#define GATEWAY_WEB_NUMERICS_PAGE_H_

// The tab "Numerics": what was measured of the arithmetic that the change adds or alters. Pure.

#include "gateway/web/html.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::web {

Html NumericsPage(const review::v1::Review& review);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_NUMERICS_PAGE_H_
