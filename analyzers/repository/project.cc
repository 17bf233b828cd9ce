#include "analyzers/repository/project.h"

#include <exception>

#include "analyzers/repository/attributes.h"
#include "analyzers/repository/call_graph.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/configuration.h"
#include "analyzers/repository/group_fallbacks.h"
#include "analyzers/repository/names.h"
#include "base/mutex.h"
#include "base/work_budget.h"

namespace allreview::repository {

struct Project::Parts {
  explicit Parts(RepositoryIndex& index) : names(index) {}

  Mutex mutex;  // Guards all below, and the index.
  // What ended an answer and may have left a table half made: it ends all further ones.
  std::exception_ptr failure;
  Names names;
  ClassHierarchy classes{names};
  Attributes attributes{names, classes};
  CallGraph calls{names, classes, attributes};
  Configuration configuration{names, classes};
  GroupFallbacks groups{names, classes};
};

namespace {

// Asks the parts under their lock. They are shared by all files, so that no single file's budget
// ends the making of a table.
template <typename Parts, typename Question>
auto Ask(Parts& parts, const Question& question) {
  const MutexLock lock(parts.mutex);
  if (parts.failure != nullptr) std::rethrow_exception(parts.failure);
  const SharedWorkScope shared;
  try {
    return question(parts);
  } catch (...) {
    parts.failure = std::current_exception();
    throw;
  }
}

}  // namespace

Project::Project(RepositoryIndex* index) : parts_(std::make_unique<Parts>(*index)) {}
Project::~Project() = default;

bool Project::is_complete() {
  return Ask(*parts_, [](Parts& parts) -> bool { return parts.names.index().is_complete(); });
}

std::string Project::Canonical(absl::string_view absolute_name) {
  return Ask(*parts_,
             [&](Parts& parts) -> std::string { return parts.names.Canonical(absolute_name); });
}

Found Project::FindDefinition(absl::string_view absolute_name) {
  return Ask(*parts_,
             [&](Parts& parts) -> Found { return parts.names.FindDefinition(absolute_name); });
}

Found Project::FindUnique(absl::string_view simple_name) {
  return Ask(*parts_, [&](Parts& parts) -> Found { return parts.names.FindUnique(simple_name); });
}

int Project::CountFilesWithIdentifier(absl::string_view identifier) {
  return Ask(*parts_, [&](Parts& parts) -> int {
    return static_cast<int>(parts.names.index().FilesWithIdentifier(identifier).size());
  });
}

const ModuleFacts* Project::FindModule(absl::string_view module) {
  return Ask(*parts_,
             [&](Parts& parts) -> const ModuleFacts* { return parts.names.FindModule(module); });
}

Answer Project::IsSubclass(absl::string_view class_name, absl::string_view base) {
  return Ask(*parts_,
             [&](Parts& parts) -> Answer { return parts.classes.IsSubclass(class_name, base); });
}

std::vector<std::string> Project::BasesOf(absl::string_view class_name) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<std::string> {
    return parts.classes.LineageOf(class_name).bases;
  });
}

std::vector<std::string> Project::SubclassesOf(absl::string_view class_name) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<std::string> {
    return parts.classes.SubclassesOf(class_name);
  });
}

Found Project::FindMethod(absl::string_view class_name, absl::string_view method) {
  return Ask(*parts_,
             [&](Parts& parts) -> Found { return parts.classes.FindMethod(class_name, method); });
}

bool Project::ClassStores(absl::string_view class_name, absl::string_view attribute) {
  return Ask(*parts_, [&](Parts& parts) -> bool {
    return parts.attributes.ClassStores(class_name, attribute);
  });
}

std::vector<std::string> Project::ClassesOfAttribute(absl::string_view class_name,
                                                     absl::string_view attribute) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<std::string> {
    return parts.attributes.ClassesOf(class_name, attribute);
  });
}

python::DeviceType Project::DeviceOfAttribute(absl::string_view attribute) {
  return Ask(*parts_, [&](Parts& parts) -> python::DeviceType {
    const int devices = parts.attributes.DevicesOf(attribute);
    // The enumerators of values.h: kUnknown, kCpu, kGpu.
    return static_cast<python::DeviceType>(devices == AttributeFacts::kBoth ? 0 : devices);
  });
}

std::vector<Call> Project::CallersOf(absl::string_view absolute_function) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<Call> {
    std::vector<Call> callers;
    for (const Edge& edge : parts.calls.EdgesTo(absolute_function)) callers.push_back(edge.call);
    return callers;
  });
}

const std::vector<Edge>& Project::EdgesTo(absl::string_view absolute_function) {
  return *Ask(*parts_, [&](Parts& parts) { return &parts.calls.EdgesTo(absolute_function); });
}

std::vector<ConfigurationField> Project::FieldsOf(absl::string_view class_name) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<ConfigurationField> {
    return parts.configuration.FieldsOf(class_name);
  });
}

std::vector<ConfigurationField> Project::FindFields(absl::string_view field) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<ConfigurationField> {
    return parts.configuration.FindFields(field);
  });
}

std::vector<CommandLineFlag> Project::FindFlags(absl::string_view destination) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<CommandLineFlag> {
    return parts.configuration.FindFlags(destination);
  });
}

std::vector<FieldUse> Project::ReadersOf(absl::string_view field) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<FieldUse> {
    return parts.configuration.ReadersOf(field);
  });
}

std::vector<FieldUse> Project::WritersOf(absl::string_view field) {
  return Ask(*parts_, [&](Parts& parts) -> std::vector<FieldUse> {
    return parts.configuration.WritersOf(field);
  });
}

bool Project::FallsBackToGlobalGroup(absl::string_view absolute_function,
                                     absl::string_view parameter) {
  return Ask(*parts_, [&](Parts& parts) -> bool {
    return parts.groups.FallsBack(absolute_function, parameter);
  });
}

}  // namespace allreview::repository
