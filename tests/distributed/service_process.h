#ifndef TESTS_DISTRIBUTED_SERVICE_PROCESS_H_
#define TESTS_DISTRIBUTED_SERVICE_PROCESS_H_

// A service binary as a process of its own.
//
//   ServiceProcess diff("services/diff/allreview-diff", {"--listen=127.0.0.1:0"});
//   ASSERT_OK(diff.WaitUntilServing());
//   diff.address();                    // "127.0.0.1:41234"
//   diff.Signal(SIGKILL);
//
// Its log goes to a file of the test's own folder. Killed when the object goes away.

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace allreview::distributed {

class ServiceProcess {
 public:
  // `binary` is relative to the workspace, as $(rootpath) gives it. Aborts when it cannot be run.
  ServiceProcess(const std::string& binary, std::vector<std::string> arguments);
  ~ServiceProcess();
  ServiceProcess(const ServiceProcess&) = delete;
  ServiceProcess& operator=(const ServiceProcess&) = delete;

  // kUnavailable with the log when it ends or takes longer than a minute.
  absl::Status WaitUntilServing();

  const std::string& address() const { return address_; }
  const std::string& metrics_address() const { return metrics_address_; }

  void Signal(int signal);
  // Its exit code; 128 + the number of the signal that ended it.
  int Wait();

  std::string Log() const;
  std::string ProcStatus() const;  // What the kernel says of it.
  int64_t ResidentBytes() const;
  int64_t PeakResidentBytes() const;

 private:
  bool HasEnded();

  pid_t pid_ = 0;
  bool has_ended_ = false;
  int status_ = 0;
  std::string log_path_;
  std::string address_;
  std::string metrics_address_;
};

// The body of http://address/metrics, at the second scrape: all that was counted.
std::string ReadMetrics(const std::string& address);

}  // namespace allreview::distributed

#endif  // TESTS_DISTRIBUTED_SERVICE_PROCESS_H_
