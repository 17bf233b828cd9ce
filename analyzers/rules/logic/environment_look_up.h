#ifndef ANALYZERS_RULES_LOGIC_ENVIRONMENT_LOOK_UP_H_
#define ANALYZERS_RULES_LOGIC_ENVIRONMENT_LOOK_UP_H_

// Where code reads a variable of the environment.
//
//   const EnvironmentLookUp variable = LookUpOf(module, expression);
//   if (variable.expression && !variable.fallback) ...
//
// Pure; nodes point into the module's tree.

#include "analyzers/python/module.h"

namespace allreview::rules::logic {

struct EnvironmentLookUp {
  python::Node expression;  // Null: no look-up of the environment.
  python::Node name;
  python::Node fallback;  // Null: none.
};

// os.getenv("X", d), os.environ.get("X", d), os.environ["X"].
EnvironmentLookUp LookUpOf(const python::Module& module, python::Node expression);

}  // namespace allreview::rules::logic

#endif  // ANALYZERS_RULES_LOGIC_ENVIRONMENT_LOOK_UP_H_
