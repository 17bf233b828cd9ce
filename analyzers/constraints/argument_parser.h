#ifndef ANALYZERS_CONSTRAINTS_ARGUMENT_PARSER_H_
#define ANALYZERS_CONSTRAINTS_ARGUMENT_PARSER_H_

// The options that a file declares for argparse, and what a command line makes of them: those of
// add_argument(), and those that a factory makes of the fields of a configuration class.
//
//   const ArgumentParser parser(project, modules, module);
//   const Option* option = parser.Find("--num-experts");     // destination num_experts, an int
//
// A factory is a class of the repository that calls add_argument and is handed a class with fields:
// `ArgumentGroupFactory(TransformerConfig, exclude=[...])`. A field is an option of its name, a
// bool that is true is switched off by `--no-name`; "argparse_meta" in its metadata says otherwise.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/class_fields.h"
#include "analyzers/constraints/command_line.h"
#include "analyzers/constraints/interpreter.h"

namespace allreview::constraints {

struct Option {
  enum class Action { kStore, kTrue, kFalse, kOther };
  std::string destination = {};
  Action action = Action::kStore;
  std::string type = {};  // "int", "float", "str", "Literal[...]"; else nothing is known of values.
  std::string enumeration = {};  // The class of which values are members, as code calls it.
  bool takes_many = false;       // nargs
  std::vector<std::string> choices = {};  // Texts; empty: any, or not known.
  int line = 0;                           // Where it is declared, in the file itself.
};

// What a destination is when no option gives it.
struct Default {
  const python::Module* module = nullptr;
  python::Node value = {};  // Null: `constant`.
  Constant constant = {};   // Unknown: nobody can tell.
  int line = 0;
};

class ArgumentParser {
 public:
  ArgumentParser(repository::Project& project, const Modules& modules,
                 const python::Module& module);

  const Option* Find(absl::string_view option) const;  // Null: none that is declared there.
  // The options as they are spelled; argparse tells hyphens from underscores.
  const std::vector<std::string>& spelled() const { return spelled_; }
  // Some are made in a way that is not followed: others may be declared.
  bool has_others() const { return has_others_; }
  const Default* FindDefault(absl::string_view destination) const;
  size_t size() const { return options_.size(); }

 private:
  void AddFlag(python::Node call);
  void AddFactory(python::Node call);
  void AddField(const ClassField& field);
  void AddOption(std::string option, Option how);
  void AddDefault(const std::string& destination, Default value);
  Option TypedBy(const ClassField& field) const;

  repository::Project& project_;
  const Modules& modules_;
  const python::Module& module_;
  std::map<std::string, Option, std::less<>> options_;  // "--num-experts", hyphens throughout.
  std::map<std::string, Default, std::less<>> defaults_;
  std::vector<std::string> spelled_;
  bool has_others_ = false;
};

// What the setting makes of its destination; unknown when that is not certain.
Constant ConstantOf(const Option& option, const Setting& setting);

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_ARGUMENT_PARSER_H_
