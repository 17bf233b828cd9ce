#ifndef GATEWAY_SERVICE_LOCATION_H_
#define GATEWAY_SERVICE_LOCATION_H_

namespace allreview::gateway {

// Trailing metadata of SubmitReview: where people see the review. As HTTP's header; missing where
// there is no web page.
inline constexpr char kLocationKey[] = "location";

}  // namespace allreview::gateway

#endif  // GATEWAY_SERVICE_LOCATION_H_
