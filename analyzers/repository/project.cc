#include "analyzers/repository/project.h"

#include <mutex>

#include "analyzers/repository/attributes.h"
#include "analyzers/repository/call_graph.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/configuration.h"
#include "analyzers/repository/group_fallbacks.h"
#include "analyzers/repository/hot_paths.h"
#include "analyzers/repository/names.h"
#include "analyzers/repository/tests_map.h"

namespace allreview::repository {

struct Project::Parts {
  explicit Parts(RepositoryIndex& index) : names(index) {}

  std::mutex mutex;  // Guards all below, and the index.
  Names names;
  ClassHierarchy classes{names};
  Attributes attributes{names, classes};
  CallGraph calls{names, classes, attributes};
  HotPaths hot_paths{names, classes, calls};
  Configuration configuration{names, classes};
  TestsMap tests{names, calls};
  GroupFallbacks groups{names, classes};
};

using Lock = std::lock_guard<std::mutex>;

Project::Project(RepositoryIndex* index) : parts_(std::make_unique<Parts>(*index)) {}
Project::~Project() = default;

bool Project::is_complete() {
  const Lock lock(parts_->mutex);
  return parts_->names.index().is_complete();
}

std::string Project::Canonical(absl::string_view absolute_name) {
  const Lock lock(parts_->mutex);
  return parts_->names.Canonical(absolute_name);
}

Found Project::FindDefinition(absl::string_view absolute_name) {
  const Lock lock(parts_->mutex);
  return parts_->names.FindDefinition(absolute_name);
}

Found Project::FindUnique(absl::string_view simple_name) {
  const Lock lock(parts_->mutex);
  return parts_->names.FindUnique(simple_name);
}

int Project::CountFilesWithIdentifier(absl::string_view identifier) {
  const Lock lock(parts_->mutex);
  return static_cast<int>(parts_->names.index().FilesWithIdentifier(identifier).size());
}

const ModuleFacts* Project::FindModule(absl::string_view module) {
  const Lock lock(parts_->mutex);
  return parts_->names.FindModule(module);
}

Answer Project::IsSubclass(absl::string_view class_name, absl::string_view base) {
  const Lock lock(parts_->mutex);
  return parts_->classes.IsSubclass(class_name, base);
}

std::vector<std::string> Project::BasesOf(absl::string_view class_name) {
  const Lock lock(parts_->mutex);
  return parts_->classes.LineageOf(class_name).bases;
}

std::vector<std::string> Project::SubclassesOf(absl::string_view class_name) {
  const Lock lock(parts_->mutex);
  return parts_->classes.SubclassesOf(class_name);
}

Found Project::FindMethod(absl::string_view class_name, absl::string_view method) {
  const Lock lock(parts_->mutex);
  return parts_->classes.FindMethod(class_name, method);
}

bool Project::ClassStores(absl::string_view class_name, absl::string_view attribute) {
  const Lock lock(parts_->mutex);
  return parts_->attributes.ClassStores(class_name, attribute);
}

std::vector<std::string> Project::ClassesOfAttribute(absl::string_view class_name,
                                                     absl::string_view attribute) {
  const Lock lock(parts_->mutex);
  return parts_->attributes.ClassesOf(class_name, attribute);
}

python::DeviceType Project::DeviceOfAttribute(absl::string_view attribute) {
  const Lock lock(parts_->mutex);
  const int devices = parts_->attributes.DevicesOf(attribute);
  // The enumerators of values.h: kUnknown, kCpu, kGpu.
  return static_cast<python::DeviceType>(devices == AttributeFacts::kBoth ? 0 : devices);
}

std::vector<Call> Project::CallersOf(absl::string_view absolute_function) {
  const Lock lock(parts_->mutex);
  std::vector<Call> callers;
  for (const Edge& edge : parts_->calls.EdgesTo(absolute_function)) callers.push_back(edge.call);
  return callers;
}

std::optional<HotPath> Project::FindHotPath(absl::string_view absolute_function) {
  const Lock lock(parts_->mutex);
  return parts_->hot_paths.Find(absolute_function);
}

bool Project::IsCaptured(absl::string_view absolute_function) {
  const Lock lock(parts_->mutex);
  return parts_->hot_paths.IsCaptured(absolute_function);
}

std::vector<ConfigurationField> Project::FieldsOf(absl::string_view class_name) {
  const Lock lock(parts_->mutex);
  return parts_->configuration.FieldsOf(class_name);
}

std::vector<ConfigurationField> Project::FindFields(absl::string_view field) {
  const Lock lock(parts_->mutex);
  return parts_->configuration.FindFields(field);
}

std::vector<CommandLineFlag> Project::FindFlags(absl::string_view destination) {
  const Lock lock(parts_->mutex);
  return parts_->configuration.FindFlags(destination);
}

std::vector<FieldUse> Project::ReadersOf(absl::string_view field) {
  const Lock lock(parts_->mutex);
  return parts_->configuration.ReadersOf(field);
}

std::vector<FieldUse> Project::WritersOf(absl::string_view field) {
  const Lock lock(parts_->mutex);
  return parts_->configuration.WritersOf(field);
}

std::vector<ReachingTest> Project::TestsReaching(absl::string_view absolute_name, int max) {
  const Lock lock(parts_->mutex);
  return parts_->tests.Reaching(absolute_name, max);
}

bool Project::FallsBackToGlobalGroup(absl::string_view absolute_function,
                                     absl::string_view parameter) {
  const Lock lock(parts_->mutex);
  return parts_->groups.FallsBack(absolute_function, parameter);
}

}  // namespace allreview::repository
