#include "services/analysis/change_model/stories/outside_calls.h"

#include <algorithm>
#include <initializer_list>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/shared/function_body.h"
#include "services/analysis/change_model/stories/statements.h"
#include "services/analysis/change_model/symbols/one_line.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsOneOf(absl::string_view name, std::initializer_list<absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Name of the method that is called on something; "": no method.
absl::string_view MethodOf(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text()
                                       : absl::string_view();
}

bool IsRandomTorch(absl::string_view name) {
  absl::ConsumePrefix(&name, "torch.");
  if (absl::ConsumePrefix(&name, "nn.init.")) {
    return !IsOneOf(name, {"zeros_", "ones_", "constant_", "eye_", "dirac_"});
  }
  absl::ConsumePrefix(&name, "nn.functional.");
  absl::ConsumePrefix(&name, "cuda.");
  absl::ConsumePrefix(&name, "random.");
  return absl::StartsWith(name, "rand") || absl::StartsWith(name, "manual_seed") ||
         absl::EndsWith(name, "dropout") ||
         IsOneOf(name, {"bernoulli", "multinomial", "normal", "set_rng_state", "fork_rng", "seed",
                        "gumbel_softmax"});
}

}  // namespace

bool DrawsRandom(Node call, absl::string_view name) {
  if (absl::StartsWith(name, "torch.")) return IsRandomTorch(name);
  if (absl::StartsWith(name, "random.") || absl::StartsWith(name, "numpy.random.")) return true;
  const absl::string_view callee = rules::CalleeName(call);
  if (absl::EndsWith(callee, "dropout") || absl::EndsWith(callee, "bias_dropout_add")) {
    return !absl::StartsWith(callee, "get_");
  }
  return IsOneOf(MethodOf(call), {"normal_", "uniform_", "bernoulli_", "random_", "exponential_",
                                  "trunc_normal_", "cauchy_", "geometric_", "log_normal_"});
}

bool WritesFile(Node call, absl::string_view name) {
  if (name == "builtins.open") {
    const absl::string_view mode = Module::StringContent(python::Argument(call, 1, "mode"));
    return mode.find_first_of("wax+") != absl::string_view::npos;
  }
  if (IsOneOf(name, {"torch.save", "json.dump", "pickle.dump", "yaml.dump", "numpy.save",
                     "numpy.savez", "os.makedirs", "os.mkdir", "os.remove", "os.unlink",
                     "os.rename", "os.replace", "os.rmdir", "os.symlink"})) {
    return true;
  }
  if (absl::StartsWith(name, "shutil.")) return true;
  return IsOneOf(MethodOf(call), {"write_text", "write_bytes"});
}

bool Logs(Node call, absl::string_view name) {
  if (name == "builtins.print" || name == "warnings.warn") return true;
  const absl::string_view callee = rules::CalleeName(call);
  if (absl::StartsWith(callee, "print_rank") || absl::StartsWith(callee, "log_") ||
      absl::StartsWith(callee, "warn_") || absl::StartsWith(callee, "rank_zero_")) {
    return IsOneOf(callee, {"log_single_rank", "log_on_each_rank", "log_rank_0", "warn_rank_0",
                            "log_rank0", "rank_zero_info", "rank_zero_warn"}) ||
           absl::StartsWith(callee, "print_rank");
  }
  if (IsOneOf(callee, {"add_scalar", "add_text", "add_histogram"})) return true;
  if (!IsOneOf(callee, {"debug", "info", "warning", "warn", "error", "critical", "exception",
                        "warning_once", "log"})) {
    return false;
  }
  if (absl::StartsWith(name, "logging.")) return true;
  const absl::string_view object =
      rules::LastName(call.child(Field::kFunction).child(Field::kObject));
  return absl::EndsWith(object, "logger") || absl::EndsWith(object, "LOGGER") || object == "log" ||
         object == "logging" || object == "wandb" || object == "getLogger";
}

std::string EnvironmentVariableOf(const Module& module, Node expression) {
  Node key;
  if (expression.Is(Kind::kSubscript)) {
    if (!absl::EndsWith(expression.child(Field::kValue).text(), "environ")) return "";
    if (module.Resolve(expression.child(Field::kValue)) != "os.environ") return "";
    key = expression.child(Field::kSubscript);
  } else {
    const absl::string_view callee = rules::CalleeName(expression);
    if (!IsOneOf(callee, {"get", "getenv", "pop", "setdefault"})) return "";
    const std::string name = module.Resolve(expression.child(Field::kFunction));
    if (name != "os.getenv" && !absl::StartsWith(name, "os.environ.")) return "";
    key = python::Argument(expression, 0, "key");
  }
  return key ? absl::StrCat("os.environ[", OneLine(key.text(), 60), "]") : "";
}

}  // namespace allreview::analysis
