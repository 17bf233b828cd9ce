#ifndef HOST_FACTS_FLAGS_H_
#define HOST_FACTS_FLAGS_H_

// Flags that say which Redis keeps the facts of files: of the analysis service and of programs that
// hold it.

#include "host/flag.h"

namespace allreview {

inline constexpr host::Flag kFactsRedisFlag = {
    .name = "facts-redis",
    .value = "URL",
    .help =
        "Redis that caches the facts of files for several replicas, as redis://HOST:PORT/N; it is "
        "asked for facts that this process does not have in its file or memory. Use a separate "
        "Redis with maxmemory-policy allkeys-lru; files whose facts do not come in time are "
        "parsed. Default: none."};
inline constexpr host::Flag kFactsRedisPasswordFlag = {
    .name = "facts-redis-password-file",
    .value = "FILE",
    .help = "File that contains the password of --facts-redis, instead of one in the URL.",
    .completion = host::Completion::kFile};

}  // namespace allreview

#endif  // HOST_FACTS_FLAGS_H_
