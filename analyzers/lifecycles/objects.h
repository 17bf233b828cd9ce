#ifndef ANALYZERS_LIFECYCLES_OBJECTS_H_
#define ANALYZERS_LIFECYCLES_OBJECTS_H_

// Which object of a file an expression is: models, optimizers, schedulers, loaders.
//
//   def train(net, opt): ...           objects.SoleOf(opt)  ->  the call SGD(...), a kOptimizer
//   model = Net().cuda()               that holds the parameters of the call Net()
//   train(model, SGD(model.parameters(), lr=0.1))
//
// An object is the place that makes it: a call, or, where nobody knows that, the parameter, name or
// attribute that holds it. Names are followed through single and several assignments, methods that
// return their object, functions of the file, parameters whose callers in the file all hand over
// the same, and attributes of self. Two objects of which one is unknown may be the same.
//
// Of one file; for one thread. The module must outlive it. Bounded by depth.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzers/lifecycles/event_names.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"

namespace allreview::lifecycles {

using ObjectId = int;
inline constexpr ObjectId kNoObject = -1;

struct Object {
  ObjectKind kind = ObjectKind::kUnknown;
  python::Node origin =
      {};                  // The call, the identifier that binds it, or the attribute's expression.
  std::string maker = {};  // Absolute name of what is called; empty: no call makes it.
  ObjectId part_of = kNoObject;  // `model.head`: of the model.
  std::string part = {};         // "head".
};

class Objects {
 public:
  explicit Objects(const python::Module& module) : module_(module) {}
  Objects(const Objects&) = delete;
  Objects& operator=(const Objects&) = delete;

  const python::Module& module() const { return module_; }
  // Reference is valid until the next question.
  const Object& operator[](ObjectId id) const { return objects_[id]; }

  // What it may be, sorted; empty: nobody knows. None of Python is left out.
  std::vector<ObjectId> AllOf(python::Node expression);
  // kNoObject: unknown, or one of several.
  ObjectId SoleOf(python::Node expression);
  // Without the wrappers, when all alternatives have the same parameters: DDP(model) is the model.
  ObjectId RootOf(python::Node expression);
  ObjectId RootOf(ObjectId object);

  // What an optimizer holds, wrapped or not, and whether that is all of it.
  struct Held {
    std::vector<ObjectId> roots = {};  // Sorted; empty: unknown.
    bool is_all = false;               // Every parameter of them, and no others.
  };
  Held HeldBy(ObjectId optimizer);
  // Whose `.parameters()` an expression is: `model.parameters()`, a list of it. kNoObject: unknown.
  ObjectId OwnerOfParameters(python::Node expression);

  // The function of the file that a call runs: f(x), self.f(x), trainer.f(x). Null: unknown.
  const python::Definition* CalleeOf(python::Node call);
  // Calls of a function of the file; empty, too, when it is handed around.
  const std::vector<python::Node>& CallsOf(const python::Definition& function);
  // The argument that such a call hands to a parameter. Null: unknown.
  python::Node ArgumentFor(python::Node call, const python::Definition& function, int parameter);
  // The parameter that the object is. Null: it is none.
  struct ParameterRef {
    const python::Definition* function = nullptr;
    int index = -1;
  };
  ParameterRef ParameterOf(ObjectId object) const;

  // Names and attributes of self that may be it, or a wrapper of it.
  std::vector<python::Node> UsesOf(ObjectId object);
  // Somebody nobody knows gets hold of it, so anything may happen to it.
  bool IsHandedOver(ObjectId object);

  const python::ControlFlow& FlowOf(python::Node owner);
  // The function around it, else the module.
  python::Node OwnerOf(python::Node node) const;

 private:
  static constexpr int kMaxDepth = 12;
  static constexpr int kMaxSteps = 20'000;  // Expressions that are looked at, for all questions.
  std::vector<ObjectId> AllOf(python::Node expression, int depth);
  std::vector<ObjectId> OfName(python::Node identifier, int depth);
  std::vector<ObjectId> OfBinding(const python::Binding& binding, int depth);
  std::vector<ObjectId> OfParameter(const python::Binding& binding, int depth);
  std::vector<ObjectId> OfAttribute(python::Node attribute, int depth);
  std::vector<ObjectId> OfSelf(const python::Definition& a_class, python::Node attribute,
                               int depth);
  std::vector<ObjectId> OfCall(python::Node call, int depth);
  std::vector<ObjectId> Returned(const python::Definition& function, int depth);
  std::vector<ObjectId> PartOf(ObjectId whole, python::Node attribute);
  ObjectId Make(python::Node origin, ObjectKind kind, std::string maker);
  bool IsModelClass(absl::string_view name, int depth = 0) const;
  std::vector<python::Node> FindCallsOf(const python::Definition& function);
  const python::Definition* MethodOf(ObjectId object, absl::string_view method);
  // It, or a wrapper of it, is among them.
  bool Holds(const std::vector<ObjectId>& all, ObjectId object);
  absl::flat_hash_set<absl::string_view> NamesOf(ObjectId object);
  // The use, a name or self.name, gives the object to somebody nobody knows.
  bool HandsOver(python::Node use, ObjectId object);
  bool HandsOverToMethod(python::Node call, ObjectId object);
  bool HandsOverAsArgument(python::Node call, python::Node argument, ObjectId object);

  const python::Module& module_;
  std::vector<Object> objects_;
  absl::flat_hash_map<uint32_t, ObjectId> by_origin_;    // By node.
  absl::flat_hash_map<std::string, ObjectId> by_place_;  // Parts, attributes.
  absl::flat_hash_map<uint32_t, std::unique_ptr<python::ControlFlow>> flows_;
  absl::flat_hash_map<uint32_t, std::vector<python::Node>> calls_;  // By node of the function.
  absl::flat_hash_map<ObjectId, bool> handed_over_;
  absl::flat_hash_map<ObjectId, ObjectId> roots_;  // Of wrappers.
  int steps_ = 0;
  absl::flat_hash_set<uint32_t> under_way_;  // Bindings.
};

}  // namespace allreview::lifecycles

#endif  // ANALYZERS_LIFECYCLES_OBJECTS_H_
