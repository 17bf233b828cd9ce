#ifndef BASE_LOOPBACK_H_
#define BASE_LOOPBACK_H_

#include "absl/strings/string_view.h"

namespace allreview {

// Whether only this machine reaches a server that listens there: "127.0.0.1:80", "[::1]:80",
// "localhost:80", "unix:/run/x". The port may be left out. Other names count as reachable from
// elsewhere, whatever they resolve to. Pure.
bool IsLoopback(absl::string_view address);

}  // namespace allreview

#endif  // BASE_LOOPBACK_H_
