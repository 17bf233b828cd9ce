#include "base/allocator.h"

#include <sys/types.h>

#include <cstddef>
#include <string>

// jemalloc's own names. An arena for each processor: threads that come and go find the pages of
// those before them.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "percpu_arena:percpu,dirty_decay_ms:30000";

__attribute__((weak)) int mallctl(const char* name, void* old_value, size_t* old_size,
                                  void* new_value, size_t new_size);
}

namespace allreview {

void ReturnMemorySoon() {
  if (mallctl == nullptr) return;
  ssize_t milliseconds = 10'000;
  const auto set = [&](const std::string& name) {
    mallctl(name.c_str(), nullptr, nullptr, &milliseconds, sizeof(milliseconds));
  };
  unsigned arenas = 0;
  size_t size = sizeof(arenas);
  mallctl("arenas.narenas", &arenas, &size, nullptr, 0);
  // Those that are not there yet refuse, and get what stands here last.
  for (unsigned i = 0; i < arenas; ++i) set("arena." + std::to_string(i) + ".dirty_decay_ms");
  set("arenas.dirty_decay_ms");
}

}  // namespace allreview
