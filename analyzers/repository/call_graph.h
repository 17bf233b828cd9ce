#ifndef ANALYZERS_REPOSITORY_CALL_GRAPH_H_
#define ANALYZERS_REPOSITORY_CALL_GRAPH_H_

// Who calls whom. Part of Project; one thread at a time.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/attributes.h"
#include "analyzers/repository/class_hierarchy.h"
#include "analyzers/repository/names.h"

namespace allreview::repository {

class CallGraph {
 public:
  CallGraph(Names& names, ClassHierarchy& classes, Attributes& attributes)
      : names_(names), classes_(classes), attributes_(attributes) {}

  // Sorted by path and place.
  const std::vector<Edge>& EdgesTo(absl::string_view absolute_function);

 private:
  struct Target;  // What is looked for.
  std::vector<Edge> Find(const std::string& canonical);
  // Calls of a file by the last part of the callee as written, calls of methods by the method,
  // references and the types of attributes by the last part: hashes with indices, sorted.
  struct ByName {
    std::vector<std::pair<uint32_t, uint32_t>> calls, methods, references, attributes;
  };
  const ByName& ByNameOf(const IndexedFile& file);
  // Calls of the file whose callee, as written, has one of these last parts: indices, in order.
  // "apply" also means names that only end in it.
  std::vector<uint32_t> CallsOf(const IndexedFile& file,
                                std::initializer_list<absl::string_view> parts);
  void AddCalls(const IndexedFile& file, const Target& target, std::vector<Edge>* edges);
  void AddMethodCalls(const IndexedFile& file, const Target& target, std::vector<Edge>* edges);
  void AddReferences(const IndexedFile& file, const Target& target, std::vector<Edge>* edges);
  // Calls of instances, self.part(...), for forward and __call__.
  void AddInstanceCalls(const Target& target, std::vector<Edge>* edges);

  // How sure it is that a method of that class, called so, is the target. None: it is not.
  std::optional<Confidence> Matches(absl::string_view class_name, const Target& target);
  std::optional<Confidence> MatchCallee(const std::string& absolute, bool is_self,
                                        const Target& target);
  std::optional<Confidence> MatchMethod(const IndexedFile& file, const MethodCallFacts& call,
                                        const Target& target);

  Names& names_;
  ClassHierarchy& classes_;
  Attributes& attributes_;
  std::unordered_map<std::string, std::vector<Edge>> edges_;
  absl::node_hash_map<const IndexedFile*, ByName> by_name_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_CALL_GRAPH_H_
