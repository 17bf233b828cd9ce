#ifndef BASE_GUARDED_THREAD_H_
#define BASE_GUARDED_THREAD_H_

// A thread whose exceptions go to whoever joins it, instead of ending the process: memory that is
// used up ends one review.
//
//   GuardedThread reader([&] { ReadAll(); }, [&] { context->TryCancel(); });
//   …
//   reader.Join();   // Throws what ReadAll threw.

#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

namespace allreview {

class GuardedThread {
 public:
  GuardedThread() = default;
  // `on_exception` runs on the thread when `work` has thrown; it ends what others wait for.
  GuardedThread(std::function<void()> work, std::function<void()> on_exception)
      : error_(std::make_unique<std::exception_ptr>()),
        thread_(
            [error = error_.get(), work = std::move(work), on_exception = std::move(on_exception)] {
              try {
                work();
              } catch (...) {
                *error = std::current_exception();
                on_exception();
              }
            }) {}
  ~GuardedThread() {  // Waits; an exception is lost, another one being on its way.
    if (thread_.joinable()) thread_.join();
  }
  GuardedThread(GuardedThread&&) = default;
  GuardedThread& operator=(GuardedThread&&) = default;  // To one that has not begun.

  bool IsJoinable() const { return thread_.joinable(); }

  void Join() {
    thread_.join();
    if (*error_ != nullptr) std::rethrow_exception(*error_);
  }

 private:
  std::unique_ptr<std::exception_ptr> error_;
  std::thread thread_;
};

}  // namespace allreview

#endif  // BASE_GUARDED_THREAD_H_
