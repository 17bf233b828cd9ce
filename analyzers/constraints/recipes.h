#ifndef ANALYZERS_CONSTRAINTS_RECIPES_H_
#define ANALYZERS_CONSTRAINTS_RECIPES_H_

// Whether the program that a recipe starts refuses the recipe's options before it does anything.
//
//   RecipeChecks checks(project, index, modules);
//   for (const CommandLine& line : CommandLinesIn(path, text)) {
//     if (std::optional<Refusal> refusal = checks.RefusalOf(path, line)) ...
//   }
//
// The program is the function around parse_args() in the file that declares most of the options,
// the script itself when it declares any. What the recipe leaves open is unknown: variables, and
// defaults when other options may be given, or some option is declared by nobody.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/constraints/argument_parser.h"
#include "analyzers/constraints/command_line.h"
#include "analyzers/constraints/interpreter.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::constraints {

// Why argparse ends the program over an option, or what of it is lost.
struct OptionProblem {
  enum class Kind {
    kUnknown,     // No parser of the repository declares it; `expected`: one of a name like it.
    kNoNumber,    // `expected`: "int", "float".
    kNoChoice,    // `expected`: the choices.
    kGivenTwice,  // `expected`: the values before, which do not count.
  };
  Kind kind = Kind::kUnknown;
  Invocation::Given given;
  std::string expected = {};
  std::string path = {};  // The file that declares the options of the program.
  int line = 0;           // Where it declares this one, or where it was given before. 0: nowhere.
};

class RecipeChecks {
 public:
  RecipeChecks(repository::Project& project, repository::RepositoryIndex& index,
               const Modules& modules)
      : project_(project), index_(index), modules_(modules) {}

  std::optional<Refusal> RefusalOf(absl::string_view path, const CommandLine& line);
  // What the line gives of these names, as far as its program reads it: lines of one kind are the
  // same to checks that these names decide. Empty: no program is known to read the line.
  std::string KindOf(absl::string_view path, const CommandLine& line,
                     const std::set<std::string>& names);
  // What is certainly wrong with options that the recipe at `path` gives a program.
  std::vector<OptionProblem> ProblemsOf(absl::string_view path, const Invocation& invocation);
  // Files of which code was run for any recipe so far.
  const std::set<std::string>& files() const { return files_; }

 private:
  struct Program {
    std::unique_ptr<ArgumentParser> parser;
    std::vector<repository::Found> entries;
    std::vector<repository::Found> callers;
    std::vector<repository::Found> makers;  // Make configurations of the parsed arguments.
    std::set<std::string> given_elsewhere;  // Destinations for which callers have defaults.
    bool is_known = true;                   // No: callers may give any defaults.
  };
  // A file that declares options, by facts alone.
  struct Declared {
    const repository::IndexedFile* file = nullptr;
    std::set<std::string> options = {};
  };

  struct Given {
    std::map<std::string, std::pair<Constant, const Setting*>> values = {};  // By destination.
    bool is_complete = true;
    size_t known = 0;
  };

  // Who reads the options of an invocation.
  struct Reader {
    const repository::IndexedFile* file = nullptr;
    std::unique_ptr<ArgumentParser> parser = {};
    bool is_closed = false;  // It ends over options that it does not know.
  };
  Reader* ReaderOf(absl::string_view path, const Invocation& invocation);
  bool IsUnknown(const Reader& reader, const std::string& option);
  bool IsWrittenAnywhere(const std::string& option, bool by_name);
  std::string LikelyOption(const Reader& reader, const std::string& option);
  void AddValueProblems(const Reader& reader, const Invocation::Given& given,
                        std::vector<OptionProblem>& problems);
  static void AddRepeated(const Reader& reader, const Invocation& invocation,
                          std::vector<OptionProblem>& problems);

  struct Verdict {
    std::optional<Refusal> refusal = {};
    bool is_accepted = false;  // By a function that looks at the options.
  };

  static bool IsUnderstood(const Given& given, const CommandLine& line);
  Program* ProgramFor(absl::string_view path, const CommandLine& line);
  const repository::IndexedFile* FileFor(absl::string_view path, const CommandLine& line);
  const repository::IndexedFile* ScriptOf(absl::string_view path, absl::string_view script);
  const std::vector<Declared>& Files();
  const std::vector<const repository::IndexedFile*>& Namesakes(absl::string_view path);
  const repository::IndexedFile* FileAt(absl::string_view path);
  const std::set<std::string>& ImportedBy(const repository::IndexedFile& script);
  void FindEntries(const repository::IndexedFile& file, Program* program);
  void AddDefaultsOfCallers(const std::string& function, int depth, Program* program);
  void AddDefaults(const python::Module& module, python::Node value, int depth, Program* program);
  void AddMakers(const repository::IndexedFile& file, Program* program);
  void AddCallers(const repository::Found& entry, Program* program);
  bool IsDeclared(absl::string_view option);
  Given GivenBy(const Program& program, const CommandLine& line);
  Known ValueOf(absl::string_view path, const Program& program, const Given& given,
                const std::string& name, Interpreter* interpreter);
  Verdict VerdictOf(const std::vector<repository::Found>& entries, absl::string_view path,
                    const Program& program, const Given& given);

  repository::Project& project_;
  repository::RepositoryIndex& index_;
  const Modules& modules_;
  std::optional<std::vector<Declared>> declared_;
  std::set<std::string> all_options_;
  std::map<std::string, std::vector<const repository::IndexedFile*>>
      by_name_;                                            // Of the file alone.
  std::map<std::string, std::set<std::string>> imported_;  // By path of the script.
  std::map<std::string, Program> programs_;                // By path.
  std::set<std::string> files_;
  std::map<std::string, Reader> readers_;               // By path of the parser and the script.
  std::map<std::pair<std::string, bool>, bool> known_;  // Answers of IsWrittenAnywhere().
};

}  // namespace allreview::constraints

#endif  // ANALYZERS_CONSTRAINTS_RECIPES_H_
