#ifndef ANALYZERS_CONSTRAINTS_COMMAND_LINE_H_
#define ANALYZERS_CONSTRAINTS_COMMAND_LINE_H_

// The options that recipes give a program: shell scripts, and YAML files whose keys are options.
//
//   for (const CommandLine& line : CommandLinesIn("train.sh", text)) {
//     for (const Setting& setting : line.settings) Use(setting.option, setting.values);
//   }
//
//   MODEL_ARGS:                 TP=8
//     --num-experts: 8          ARGS=(--num-experts 8 --bf16)
//     --bf16: true              torchrun pretrain.py ${ARGS[@]} --tensor-parallel-size $TP
//
// A shell script is read, not run: variables are known when they are assigned once and outside of
// conditions, and what a condition adds may or may not be there. Pure and linear but for variables,
// which are expanded within a bound.
//
// InvocationsIn() asks the other way round: what may some run of the recipe give a program? Each
// assignment of a variable counts, and each branch.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::constraints {

struct Setting {
  std::string option = {};  // "--num-experts"
  std::vector<std::string> values = {};
  int line = 0;
  bool is_clear = true;  // No: whether it is given, or its value, is not known.
};

struct CommandLine {
  std::vector<Setting> settings = {};  // In order; of one that is given again the last.
  std::string script = {};             // "pretrain.py"; empty: not said.
  int line = 0;                        // Where it begins.
  bool is_complete = true;             // No: there may be other options.
};

std::vector<CommandLine> CommandLinesIn(absl::string_view path, absl::string_view text);

// A program in Python that a recipe starts, or a group of options in YAML.
struct Invocation {
  // Each time that an option may be given; is_clear: its values are written out. `group` is the
  // same for those that stand in one command, array or mapping.
  struct Given : Setting {
    int group = 0;
  };
  std::string script = {};  // "tools/train.py", "$DIR/train.py"; empty: not said.
  std::string module = {};  // "pkg.train" of `python -m pkg.train`.
  int line = 0;
  std::vector<Given> options = {};
};

std::vector<Invocation> InvocationsIn(absl::string_view path, absl::string_view text);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_COMMAND_LINE_H_
