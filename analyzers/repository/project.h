#ifndef ANALYZERS_REPOSITORY_PROJECT_H_
#define ANALYZERS_REPOSITORY_PROJECT_H_

// The repository after the change, understood: what a name means, who inherits from whom, who calls
// whom, where a configuration field is read. Who gets where is asked of analyzers/reach.
//
//   Project project(&index);
//   if (project.IsSubclass("pkg.moe.Router", "torch.nn.Module") == Project::Answer::kYes) ...
//   for (const Project::Call& call : project.CallersOf("pkg.moe.Router.route")) ...
//
// Names are absolute: "pkg.module.Class.method"; re-exports through any number of packages count as
// what they lead to. Everything is found by the text of the repository. What that does not tell is
// never guessed: the answer is then kUnknown, empty, or left out of the list.
//
// The index is loaded at the first question, and of each file only what a question needs is
// decoded. Answers are remembered. All questions are safe from any thread; they are answered one at
// a time. What answers point to lives as long as the index, and does not change.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::python {
enum class DeviceType : uint8_t;  // values.h
}  // namespace allreview::python

namespace allreview::repository {

class Project {
 public:
  using Answer = repository::Answer;
  using Call = repository::Call;
  using Found = repository::Found;

  // Borrowed; nobody else may ask it while a question is being answered.
  explicit Project(RepositoryIndex* index);
  ~Project();
  Project(const Project&) = delete;
  Project& operator=(const Project&) = delete;

  // The whole repository could be listed and read. When not, that something was not found proves
  // nothing.
  bool is_complete();

  // ---- Names.
  // Follows re-exports to where the name is defined. Names of other projects are returned as they
  // are, but for synonyms of torch's own ("torch.nn.modules.module.Module" -> "torch.nn.Module").
  std::string Canonical(absl::string_view absolute_name);
  // Function, method or class.
  Found FindDefinition(absl::string_view absolute_name);
  // The only function, method or class of that simple name; none when there are several, or when
  // the repository is not completely known.
  Found FindUnique(absl::string_view simple_name);
  // How many files use the identifier in their code.
  int CountFilesWithIdentifier(absl::string_view identifier);
  // Top-level names of a module. Null: no such module, or several.
  const ModuleFacts* FindModule(absl::string_view module);

  // ---- Classes.
  // A class is a subclass of itself. kNo only when all bases are known.
  Answer IsSubclass(absl::string_view class_name, absl::string_view base);
  // Transitive, nearest first, canonical; those of other projects included.
  std::vector<std::string> BasesOf(absl::string_view class_name);
  // Direct and indirect, sorted.
  std::vector<std::string> SubclassesOf(absl::string_view class_name);
  // In the class, else in the nearest base that has it.
  Found FindMethod(absl::string_view class_name, absl::string_view method);
  // `self.attribute` is assigned in the class or one of its bases.
  bool ClassStores(absl::string_view class_name, absl::string_view attribute);
  // Classes of which `self.attribute` may be an instance, by its constructor calls and annotations
  // in the class and its bases; canonical, sorted. Empty: unknown.
  std::vector<std::string> ClassesOfAttribute(absl::string_view class_name,
                                              absl::string_view attribute);
  // Where the repository's `self.attribute = torch.f(..., device=...)` put it: kCpu and kGpu only
  // when all agree. The name alone is asked, whatever the class.
  python::DeviceType DeviceOfAttribute(absl::string_view attribute);

  // ---- Calls.
  // Call sites, sorted by path and place. Methods are found by class: `self.f()` through bases of
  // other files, `self.part.f()` by the class of the attribute, then by unique name; the confidence
  // says how. Handing a function to another counts as a call of low confidence (is_reference).
  std::vector<Call> CallersOf(absl::string_view absolute_function);
  // The same, with what else is known of each call site. Lives as long as the project.
  const std::vector<Edge>& EdgesTo(absl::string_view absolute_function);

  // ---- Configuration.
  // Annotated fields of a class, its bases' included; for dataclasses and *Config. In order of
  // definition, own ones first.
  std::vector<ConfigurationField> FieldsOf(absl::string_view class_name);
  // All fields of that name, of any configuration class.
  std::vector<ConfigurationField> FindFields(absl::string_view field);
  // Flags whose destination is that name ("tensor_model_parallel_size").
  std::vector<CommandLineFlag> FindFlags(absl::string_view destination);
  // `config.field`, `self.config.field`, `args.field`, and `self.field` in the class that has it.
  std::vector<FieldUse> ReadersOf(absl::string_view field);
  // `config.field = ...` and `SomeConfig(field=...)`.
  std::vector<FieldUse> WritersOf(absl::string_view field);

  // ---- Process groups.
  // Without that optional argument the function (or the class's constructor) takes the group from
  // global state, itself or by forwarding the parameter.
  bool FallsBackToGlobalGroup(absl::string_view absolute_function, absl::string_view parameter);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_PROJECT_H_
