#ifndef ANALYZERS_TORCH_APIS_H_
#define ANALYZERS_TORCH_APIS_H_

// What is declared of the functions, methods and classes of torch, Triton, einops, Transformer
// Engine, flash-attention and Megatron-LM: signatures, results, effects, releases.
//
//   const Api* api = FindApi("torch.Tensor.view");      // null: not in the table
//   if (api != nullptr && api->is_view) ...
//   for (const Overload& overload : api->overloads) Use(overload.parameters);
//
// The table is apis.tsv, made from public declarations by tools/api_table; docs/api_table.md says
// from which. What it does not say is unknown: an absent name, an empty list, kUnknown. Never
// conclude that something does not exist from its absence here.
//
// The text of the table is in read-only memory. A row is parsed when it is first asked for, and
// kept; look-up is a binary search. All functions may be called from any thread. Pointers and views
// stay valid until the process ends.

#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::torch {

struct Parameter {
  enum class Kind { kPositionalOnly, kPlain, kStar, kKeywordOnly, kDoubleStar };
  absl::string_view name;  // Without stars.
  Kind kind = Kind::kPlain;
  bool has_default = false;
  // As it is written; "...": a value that is long, or not written where it is declared.
  absl::string_view default_text = {};
  // The first of the releases that were read which declares it; empty: all that have the API.
  absl::string_view since = {};
};

enum class Result {
  kUnknown,
  kTensor,
  kTensors,  // A list or tuple of any number.
  kTuple,    // Of `tuple_size` tensors.
  kNone,
  kBool,
  kInt,
  kFloat,
  kNumber,  // int, float or bool, as the dtype is.
  kString,
  kSize,  // torch.Size
  kDtype,
  kDevice,
  kWork,    // A handle of torch.distributed, or None.
  kSelf,    // The object whose method it is.
  kObject,  // A new object of the class.
};

// dtype of a tensor that is returned, unless an argument `dtype` says otherwise.
enum class DtypeRule {
  kUnknown,
  kSame,      // Of the first tensor.
  kPromoted,  // What torch.result_type says of all tensors and numbers.
  kFloat,     // Promoted, and integers become the default floating-point type.
  kReal,      // Of the first tensor; complex becomes real.
  kSum,       // Of the first tensor; integers and bool become int64.
  kNamed,     // `dtype_name`: "bool", "int64".
};

enum class ShapeRule {
  kUnknown,
  kSame,       // Of the first tensor.
  kBroadcast,  // Of all tensors, broadcast.
  kReduced,    // Without `dim`, or with 1 there when `keepdim`; all of them unless `dim` is given.
  kScalar,     // No dimensions.
  kMatmul,     // As torch.matmul has it.
  kValues,     // Depends on the values in tensors.
};

struct Overload {
  std::vector<Parameter> parameters = {};  // Without `self` of methods.
  Result result = Result::kUnknown;
  int tuple_size = 0;                               // 0: unknown.
  std::vector<absl::string_view> tuple_names = {};  // "values", "indices"; empty: they have none.
  DtypeRule dtype = DtypeRule::kUnknown;
  absl::string_view dtype_name = {};
  ShapeRule shape = ShapeRule::kUnknown;
};

// What a call makes the CPU wait for.
enum class Waits {
  kUnknown,  // Nothing, as far as is known.
  kCopy,     // A value comes to the CPU: item().
  kDevice,   // All work of the device.
  kStream,   // All work of a stream or event.
  kSize,     // The size of the result depends on values; see ShapeRule of the overloads.
};

enum class Communication {
  kNone,          // None, as far as is known.
  kTensor,        // On tensors of all members of a group.
  kObject,        // On Python objects of all members.
  kBarrier,       // On nothing.
  kPointToPoint,  // Between two ranks: send, recv, P2POp.
  kBatch,         // batch_isend_irecv.
  kFunctional,    // On tensors of all members; the result is returned.
  kCreation,      // Makes groups; every rank of the world takes part.
  kQuery,         // Of torch.distributed, but communicates nothing.
  kWrapper,       // A function of a framework around one collective, `operation`.
  kEffect,        // The same, where more or less than that one collective is issued.
};

struct Api {
  enum class Kind { kFunction, kMethod, kClass };

  absl::string_view name;  // The name that counts: "torch.nn.Linear". Of a method: Class.method.
  Kind kind = Kind::kFunction;
  // The first release that was read and has it, the last; "?": others may have it too. An empty
  // first one: all the releases of the library that were read from the oldest on.
  absl::string_view first_release = {};
  absl::string_view last_release = {};
  absl::string_view sources = {};        // "native+stub", "python", "known": see docs/api_table.md.
  std::vector<Overload> overloads = {};  // Of the newest release; empty: unknown. Of a class: how
                                         // objects are made.
  std::vector<Parameter> removed = {};   // `since` is the last release that was read with it.
  std::vector<absl::string_view> bases = {};  // Classes; "?" for one that is not known.

  bool is_in_place = false;  // Writes into its first tensor.
  bool is_view = false;      // The result shares its memory with the first tensor.
  bool may_be_view = false;  // It shares it in some calls.
  bool is_random = false;

  Waits waits = Waits::kUnknown;
  absl::string_view waits_unless = {};  // A parameter: a call that gives it does not wait.

  Communication communication = Communication::kNone;
  absl::string_view writes = {},
                    reads = {};      // Parameters: the tensor or list written, and read. Or empty.
  absl::string_view group = {};      // The parameter that is the process group. Or empty.
  absl::string_view async_op = {};   // The parameter that makes it asynchronous. Or empty.
  absl::string_view operation = {};  // The newer name of the operation, or what a wrapper issues.
  std::vector<absl::string_view> over = {};  // Axes of a wrapper's own group: "tp", "dp", "world".

  // "view" of "torch.Tensor.view".
  absl::string_view last_name() const { return name.substr(name.rfind('.') + 1); }
  // Of the overload that has it; null: none. Those that were removed are not searched.
  const Parameter* FindParameter(absl::string_view parameter) const;
};

// By any absolute name: that which counts, that of the defining module
// ("torch.distributed.distributed_c10d.all_reduce"), and that of a class which inherits the method
// ("torch.nn.Linear.state_dict").
const Api* FindApi(absl::string_view name);

// All whose last name it is, sorted by name: "all_reduce" of torch.distributed, of its functional
// collectives... For code that cannot resolve the module.
std::vector<const Api*> ApisCalled(absl::string_view last_name);

// All that communicate or are queries of torch.distributed, sorted by name.
const std::vector<const Api*>& CommunicationApis();
// All that wait for the GPU, sorted by name.
const std::vector<const Api*>& WaitingApis();

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_APIS_H_
