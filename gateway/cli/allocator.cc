#include "gateway/cli/allocator.h"

#include <sys/prctl.h>

// jemalloc's own name. An arena for each processor: threads that come and go find the pages of
// those before them.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "thp:always,percpu_arena:percpu";
}

namespace allreview::cli {

// Where the kernel has no large pages there is nothing to turn off.
void UseSmallPages() { prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); }

}  // namespace allreview::cli
