#ifndef BASE_RUNNING_PROGRAMS_H_
#define BASE_RUNNING_PROGRAMS_H_

// The programs that this process has started by Subprocess and not reaped yet.
//
//   EndPrograms();
//   _exit(143);
//
// A process that ends without its destructors would leave its programs behind, at work for nobody.
// There is one list, as a process has one set of children. Safe from any thread.

#include <sys/types.h>

#include "absl/functional/function_ref.h"

namespace allreview {

// Kills each with its process group; from now on none starts.
void EndPrograms();

// For Subprocess. Calls `spawn`, which returns the number of a new program that leads a group of
// its own, or 0 where it failed. False: EndPrograms has been called, and `spawn` was not.
[[nodiscard]] bool StartProgram(absl::FunctionRef<pid_t()> spawn);
// To be called before the program is reaped: then its number may be another's.
void ForgetProgram(pid_t pid);

}  // namespace allreview

#endif  // BASE_RUNNING_PROGRAMS_H_
