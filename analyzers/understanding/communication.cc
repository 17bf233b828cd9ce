// The part of Machine that knows what code does with other ranks.

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/torch/apis.h"
#include "analyzers/understanding/divergence.h"
#include "analyzers/understanding/machine.h"
#include "analyzers/understanding/rank_sources.h"

namespace allreview::understanding {
namespace {

using ir::Instruction;
using ir::Op;
using Kind = Atom::Kind;

// Libraries that do not speak to other ranks.
bool IsQuiet(absl::string_view external) {
  const absl::string_view root = external.substr(0, external.find('.'));
  for (absl::string_view quiet :
       {"builtins", "collections", "contextlib", "copy",    "dataclasses", "datetime", "functools",
        "gc",       "glob",        "inspect",    "io",      "itertools",   "json",     "logging",
        "math",     "numpy",       "os",         "pathlib", "pickle",      "pprint",   "random",
        "re",       "shutil",      "signal",     "string",  "time",        "tqdm",     "traceback",
        "types",    "typing",      "warnings"}) {
    if (root == quiet) return true;
  }
  return false;
}

// A function that ends the process.
bool EndsProcess(absl::string_view external) {
  for (absl::string_view exit : {"os._exit", "os.abort", "builtins.exit", "builtins.quit"}) {
    if (external == exit) return true;
  }
  return false;
}

Communication Open() { return {.is_open = true}; }

bool HasStar(const std::vector<CallArgument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const CallArgument& argument) {
    return argument.kind == CallArgument::Kind::kStar ||
           argument.kind == CallArgument::Kind::kDoubleStar;
  });
}

Communication OfTorch(absl::string_view name, const std::vector<CallArgument>& arguments) {
  using torch::Communication;
  const torch::Api* const api = torch::FindApi(name);
  const bool is_distributed = absl::StartsWith(name, "torch.distributed");
  if (api == nullptr || api->communication == Communication::kNone) {
    return {.is_open = is_distributed};
  }
  switch (api->communication) {
    case Communication::kQuery:
      return {};
    case Communication::kTensor:
    case Communication::kFunctional:
    case Communication::kBarrier:
      break;
    default:
      return Open();
  }
  const bool has_group = !api->group.empty() || api->FindParameter("group") != nullptr;
  if (!has_group && api->communication != Communication::kBarrier) return Open();
  const absl::string_view parameter = api->group.empty() ? "group" : api->group;
  const Value* const group = ArgumentOf(*api, parameter, arguments);
  if (HasStar(arguments)) return Open();
  std::optional<std::vector<std::string>> spans =
      group == nullptr ? std::vector<std::string>{std::string(kWorld)} : SpansOf(*group);
  if (!spans) return Open();
  const absl::string_view operation =
      api->operation.empty() ? api->name.substr(api->name.rfind('.') + 1) : api->operation;
  return {.collectives = {{std::string(operation), *std::move(spans)}}};
}

Communication OfCallee(const Atom& callee, const std::vector<CallArgument>& arguments) {
  switch (callee.kind) {
    case Kind::kFunction:
      return {};  // It was heard.
    case Kind::kMethod:
      if (!callee.code && callee.text == "apply") return Open();
      return {.is_open = callee.code && !callee.parts.empty() && !callee.parts[0].is_exact()};
    case Kind::kExternal:
      if (absl::StartsWith(callee.text, "torch.")) return OfTorch(callee.text, arguments);
      return {.is_open = !IsQuiet(callee.text) || EndsProcess(callee.text)};
    case Kind::kInstance:
      return {.is_open = static_cast<bool>(callee.code)};
    default:
      return Open();
  }
}

}  // namespace

void Communication::Add(const Communication& other) {
  is_open |= other.is_open;
  if (other.collectives.empty()) return;
  std::vector<Collective> all;
  std::set_union(collectives.begin(), collectives.end(), other.collectives.begin(),
                 other.collectives.end(), std::back_inserter(all));
  is_open |= all.size() > kMaxCollectives;
  all.resize(std::min(all.size(), kMaxCollectives));
  collectives = std::move(all);
}

void Machine::NoteCommunication(const Instruction& call, const Value& callee,
                                const std::vector<CallArgument>& arguments) {
  const uint32_t number = NumberOf(call);
  bool is_open = callee.is_open() || knowledge_.heard_.is_open;
  Communication made = std::exchange(knowledge_.heard_, Communication());
  if (!callee.is_open()) {
    for (const Atom& atom : callee.atoms()) made.Add(OfCallee(atom, arguments));
  }
  is_open |= made.is_open;
  if (is_open) is_calling_[number] = true;
  if (!made.collectives.empty()) collectives_[number].Add(made);
}

Communication Machine::CommunicationOf(const Instruction& instruction) const {
  const uint32_t number = NumberOf(instruction);
  Communication made = {.is_open = is_calling_[number]};
  switch (instruction.op) {
    case Op::kYield:
    case Op::kYieldFrom:
    case Op::kAwait:
    case Op::kEnter:
      made.is_open = true;
      break;
    default:
      break;
  }
  if (const auto known = collectives_.find(number); known != collectives_.end()) {
    made.Add(known->second);
  }
  return made;
}

Communication Machine::WholeCommunication() const {
  Communication whole = {.is_open = run_.is_partial};
  whole.is_open |= std::find(is_calling_.begin(), is_calling_.end(), true) != is_calling_.end();
  if (collectives_.empty()) return whole;
  for (ir::BlockId block = 0; block < code_.blocks.size(); ++block) {
    std::optional<bool> is_avoidable;
    for (uint32_t i = code_.blocks[block].first; i < code_.blocks[block].end; ++i) {
      const auto made = collectives_.find(i);
      if (made == collectives_.end()) continue;
      if (!is_avoidable) is_avoidable = IsAvoidable(code_, block);
      Communication one = made->second;
      for (Collective& collective : one.collectives) collective.is_certain &= !*is_avoidable;
      std::sort(one.collectives.begin(), one.collectives.end());
      whole.Add(one);
    }
  }
  return whole;
}

void Machine::NoteBranch(const Instruction& branch, const State& state) {
  const Value& condition = At(state, branch, 0);
  if (condition.ranks() == nullptr) {
    is_undivided_[visited_] = true;
  } else {
    Value& known = divided_[visited_];
    known = known.JoinedWith(condition);
  }
}

void Machine::NoteSizeComparison(const Instruction& compare, const State& state) {
  const std::optional<bool> when_alone =
      WhenAlone(compare.detail, At(state, compare, 0), At(state, compare, 1));
  if (when_alone) when_alone_[NumberOf(compare)] = *when_alone;
}

}  // namespace allreview::understanding
