#ifndef ANALYZERS_RULES_CUDA_SHARED_MEMORY_H_
#define ANALYZERS_RULES_CUDA_SHARED_MEMORY_H_

// Who writes and who reads the shared memory of a kernel, and whether threads wait in between.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analyzers/cpp/unit.h"

namespace allreview::rules {

struct SharedAccess {
  cpp::Node at = {};                    // `tile[i][j]`, or the name of a single value.
  std::vector<cpp::Node> indices = {};  // Outermost first.
  bool is_write = false, is_read = false;
  uint32_t write_byte = 0;  // After what is read to compute the value.
};

// A write of one thread and a read of another one.
struct SharedRace {
  cpp::Node write = {}, read = {};
  cpp::Node loop = {};  // The read is of another round of it than the write. Null: of the same.
};

class SharedMemory {
 public:
  SharedMemory(const cpp::Unit& unit, const cpp::Function& function);

  // Shared variables of the function all uses of which are understood.
  const std::vector<const cpp::Variable*>& variables() const { return variables_; }

  // The read comes after the write, and nothing waits between them.
  std::optional<SharedRace> ReadBeforeBarrier(const cpp::Variable& variable) const;
  // The next round of a loop writes what a thread may still be reading.
  std::optional<SharedRace> OverwrittenInNextRound(const cpp::Variable& variable) const;

 private:
  // Empty: it is used in other ways, too.
  std::vector<SharedAccess> AccessesOf(const cpp::Variable& variable) const;
  bool WaitsBetween(uint32_t first_byte, uint32_t end_byte) const;
  bool Crosses(const SharedAccess& write, const SharedAccess& read) const;
  bool MayRunInStep(const SharedAccess& write, const SharedAccess& read) const;
  bool IsOfOneThread(const SharedAccess& write, const SharedAccess& read) const;
  template <typename Test>
  std::optional<SharedRace> FindRace(const cpp::Variable& variable, Test test) const;

  const cpp::Unit& unit_;
  std::vector<const cpp::Variable*> variables_;
  std::vector<uint32_t> waits_;  // Bytes at which threads may wait, in order.
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_CUDA_SHARED_MEMORY_H_
