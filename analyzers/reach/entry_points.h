#ifndef ANALYZERS_REACH_ENTRY_POINTS_H_
#define ANALYZERS_REACH_ENTRY_POINTS_H_

// Where execution begins, for a reader of training code: what a framework, a user or a script
// calls without the repository's text saying so.
//
//   EntryPoints entries(change.project());
//   entries.KindOf(change.project().FindDefinition("pkg.train.train_step"))  ->  "train-step"
//
// Kinds of functions:
//   train-step       a training step, its schedule or its forward step
//   optimizer-step   step of an optimizer, its preparation of gradients
//   grad-sync        start or end of the communication of gradients
//   backward         of an autograd function
//   forward          of a module or autograd function
//   get-batch        makes a batch of a step
//   data-loading     items of data sets and samplers, collation
//   checkpoint       saves or loads a state
//   inference        a step or request of inference
//   argparse         defines, parses or checks command line arguments
//   main             of a script
//   construction     constructor of a module; specs and registries call it without naming it
//   test             a test, or what prepares one
// Kinds that CallPath.root_kind has beside these:
//   hook             the first hop registers the next one as a hook of autograd or of a module
//   main             also the code under `if __name__ == "__main__"`
//   import           code of a module or of a class body
//   property         read as an attribute, which no call shows
//   public           nothing in the repository calls it, others may
//
// EntryOf says the same for reach.h, in the few kinds that matter there, and knows more names.
//
// Some names alone say when their function runs (`state_dict`, `train_step`). Others only look like
// it (`load_model`, `init_schedule`): these count where somebody calls the function or hands it
// over, or where it overrides a method or is overridden.
//
// For one thread.

#include <map>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/repository/project.h"

namespace allreview::reach {

// In what role code runs.
enum class Kind {
  kTraining,   // A step of training or the loop around it, the making of its batches too.
  kInference,  // Generation, engines, serving, evaluation.
  kCapture,    // While a CUDA graph is captured or torch.compile traces.
  kCheckpoint,
  kStartUp,  // Arguments, construction of modules, initialisation, import, scripts.
  // Handed over there, and run elsewhere: exit and signal handlers, threads, registries.
  kRegistered,
  kTests,     // Code of tests.
  kExamples,  // Examples, tools, scripts, benchmarks.
};

// "training step", "graph capture".
absl::string_view NameOf(Kind kind);

struct Entry {
  Kind kind = Kind::kTraining;
  std::string what;            // "forward", "train-step"; see below.
  bool is_every_step = false;  // Not only somewhere in a loop around the steps.
};

class EntryPoints {
 public:
  explicit EntryPoints(repository::Project& project) : project_(project) {}

  // Empty: it is none.
  const std::string& KindOf(const repository::Found& function);
  // None: nobody can tell from the function alone. Code of tests always is one. Whether code of
  // examples is one depends on who imports it (search.h).
  std::optional<Entry> EntryOf(const repository::Found& function);
  // The name of what derives from torch.nn.Module; by the names of its bases where these are not
  // all known.
  bool IsModuleClass(absl::string_view class_name);

 private:
  std::string FindKind(const repository::Found& function);
  // Somebody calls it or hands it over, or may do so as a method of another class.
  bool IsUsed(const repository::Found& function);
  bool IsOfFamily(const repository::Found& method);
  std::string KindOfMethod(absl::string_view owner, absl::string_view method);
  bool InheritsFrom(absl::string_view class_name, std::initializer_list<absl::string_view> bases);

  repository::Project& project_;
  std::map<std::string, std::string> kinds_;
};

// The one who calls it explains nothing more: a reader knows that it runs, and when.
bool IsFinalEntry(absl::string_view kind);

// A function that runs in every step of training or inference begins there: "forward".
bool IsStepEntry(absl::string_view kind);

// A decorator hands the function on as it is, or runs it when it is called.
bool IsHarmless(absl::string_view decorator);

// Examples, tools, scripts and the like, as their folders are called. Not tests.
bool IsAsidePath(absl::string_view path);

// Name of a function that is an entry point of a step wherever it is defined: "train-step",
// "grad-sync", "get-batch"; empty: it is none.
std::string StepOfName(absl::string_view simple_name);
// Likewise of a method of an optimizer.
bool IsOptimizerStep(absl::string_view method);

// No part of the name begins with an underscore, but for __special__ ones.
bool IsPublicName(absl::string_view qualified_name);

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_ENTRY_POINTS_H_
