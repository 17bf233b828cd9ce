#ifndef BASE_SYMBOL_ID_H_
#define BASE_SYMBOL_ID_H_

#include "absl/strings/string_view.h"

namespace allreview {

// Where the path of "csrc/route.cu:Router::route" or "moe/router.py:Router.route" ends: at the last
// colon that stands alone. npos: it is no id.
inline size_t PathEndOfSymbolId(absl::string_view id) {
  size_t colon = id.rfind(':');
  while (colon != absl::string_view::npos && colon > 0 && id[colon - 1] == ':') {
    colon = colon < 2 ? absl::string_view::npos : id.rfind(':', colon - 2);
  }
  return colon;
}

}  // namespace allreview

#endif  // BASE_SYMBOL_ID_H_
