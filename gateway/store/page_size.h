#ifndef GATEWAY_STORE_PAGE_SIZE_H_
#define GATEWAY_STORE_PAGE_SIZE_H_

// How many elements of a list a caller wants at once.

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"

namespace allreview::gateway {

struct PageSizes {
  int normal = 0;
  int most = 0;
};

// `asked` 0: the normal size. kInvalidArgument for too many.
inline absl::StatusOr<int> PageSize(int asked, PageSizes sizes) {
  if (asked == 0) return sizes.normal;
  if (asked > 0 && asked <= sizes.most) return asked;
  return absl::InvalidArgumentError(
      absl::StrCat("page_size is ", asked, ", wanted 0 to ", sizes.most));
}

}  // namespace allreview::gateway

#endif  // GATEWAY_STORE_PAGE_SIZE_H_
