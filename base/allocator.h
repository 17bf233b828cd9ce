#ifndef BASE_ALLOCATOR_H_
#define BASE_ALLOCATOR_H_

// How a program that depends on this gets its memory from jemalloc: a command lives for
// milliseconds to seconds and gives back what it freed when it ends; pages that it gave back before
// would cost it a fault each when it needs them again. The allocator reads the setting before main;
// $MALLOC_CONF outranks it.

namespace allreview {

// For a process that stays: gives back what it freed within ten seconds from now on. To be called
// before there are threads. Does nothing where jemalloc is not linked.
void ReturnMemorySoon();

}  // namespace allreview

#endif  // BASE_ALLOCATOR_H_
