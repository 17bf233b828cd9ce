#ifndef ANALYZERS_LIFECYCLES_EVENT_NAMES_H_
#define ANALYZERS_LIFECYCLES_EVENT_NAMES_H_

// What names of torch say of the objects that a training loop works with: which calls make them,
// and what happens to them when a method is called. The one table of events. Pure.
//
//   KindOfMaker("torch.optim.AdamW")   ->  kOptimizer
//   EventOfMethod("zero_grad")         ->  kCleared

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace allreview::lifecycles {

enum class ObjectKind : uint8_t {
  kUnknown,
  kModel,
  kDdp,      // DistributedDataParallel
  kFsdp,     // FullyShardedDataParallel
  kWrapper,  // DataParallel, torch.compile, …: the same parameters, and no synchronisation to lose.
  kOptimizer,
  kScheduler,
  kScaler,
  kSampler,  // DistributedSampler
  kLoader,
};

enum class Event : uint8_t {
  kBackward,   // Of no object: whoever took part gets gradients.
  kStep,       // An optimizer uses its gradients; a scaler, too, when it steps one.
  kScheduled,  // scheduler.step()
  kCleared,    // Gradients are gone. Without object: somebody's.
  kClipped,
  kScaled,    // scaler.scale(...)
  kUnscaled,  // scaler.unscale_(...)
  kUpdated,   // scaler.update()
  kTrain,     // model.train(); with an argument that nobody knows: kMode.
  kEval,
  kMode,
  kCalled,    // model(x)
  kMoved,     // To another device or type, certainly.
  kReplaced,  // Some of its parameters are others from here on.
  kFrozen,    // All parameters of it.
  kThawed,    // Some parameters. Without object: somebody's.
  kLoaded,    // load_state_dict()
  kEpochSet,
  kIterated,  // for x in loader
};

// What the call of a function or class gives, by absolute name. kUnknown: nobody knows.
ObjectKind KindOfMaker(absl::string_view maker);
// The object has the parameters of what it is made from.
bool IsWrapper(ObjectKind kind);
// A layer of torch.nn with parameters, or torch.nn.Parameter.
bool MakesParameters(absl::string_view maker);
// Replaces parameters of its first argument by others: fully_shard(), get_peft_model().
bool ReplacesParameters(absl::string_view function);

// What calling the method does to its object, as far as the name says it; `step` is a step of an
// optimizer.
std::optional<Event> EventOfMethod(absl::string_view method);
// `x.cuda()` is x.
bool ReturnsItself(absl::string_view method);
// Changes the type or device of parameters unless they had it: cpu, half.
bool MovesCertainly(absl::string_view method);
// Methods of modules, optimizers and scalers that do nothing but what the table says.
bool IsPlainMethod(absl::string_view method);
// Functions that may be handed such an object and do nothing to it, by absolute name.
bool IsHarmless(absl::string_view function);

}  // namespace allreview::lifecycles

#endif  // ANALYZERS_LIFECYCLES_EVENT_NAMES_H_
