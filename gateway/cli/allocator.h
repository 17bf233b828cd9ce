#ifndef GATEWAY_CLI_ALLOCATOR_H_
#define GATEWAY_CLI_ALLOCATOR_H_

// How this program gets its memory: a command lives for milliseconds and fills some 60 MB, of which
// every page of 4 KB would cost it a fault; with pages of 2 MB they are a few dozen. The allocator
// reads the setting before main; $MALLOC_CONF outranks it.

namespace allreview::cli {

// For a process that stays: small pages from now on, so that it holds no more than it uses. To be
// called before there are threads.
void UseSmallPages();

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_ALLOCATOR_H_
