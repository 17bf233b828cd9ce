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
        "Redis that keeps the facts of files for several replicas, as redis://HOST:PORT/N; it is "
        "asked for what the file or the memory of this one lacks. One of its own, with "
        "maxmemory-policy allkeys-lru; what it does not answer in time is parsed. Default: none."};
inline constexpr host::Flag kFactsRedisPasswordFlag = {
    .name = "facts-redis-password-file",
    .value = "FILE",
    .help = "File that holds the password of --facts-redis, instead of one in the URL.",
    .completion = host::Completion::kFile};

}  // namespace allreview

#endif  // HOST_FACTS_FLAGS_H_
