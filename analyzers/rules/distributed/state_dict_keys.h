#ifndef ANALYZERS_RULES_DISTRIBUTED_STATE_DICT_KEYS_H_
#define ANALYZERS_RULES_DISTRIBUTED_STATE_DICT_KEYS_H_

// Keys that one class writes into its state and reads out of it again.
//
//   StateKeys keys = KeysOf(module, a_class, kStateDict);
//   for (const auto& [key, place] : keys.required) if (!keys.written.count(key)) ...

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

// The methods of one kind of state.
struct StateMethods {
  absl::string_view writers[3];
  absl::string_view reader;
};
inline constexpr StateMethods kStateDict = {
    {"state_dict", "sharded_state_dict", "state_dict_for_save_checkpoint"}, "load_state_dict"};
inline constexpr StateMethods kPickledState = {{"__getstate__"}, "__setstate__"};

struct StateKeys {
  // Both sides are here, and all keys that are written can be told. Else nothing below is certain.
  bool is_certain = false;
  python::Node writer, reader;                   // The function_definition nodes.
  std::map<std::string, python::Node> written;   // First place of each key.
  std::map<std::string, python::Node> required;  // Read by state["key"] and never tested.
  std::map<std::string, python::Node> optional;  // Read by .get, pop with a default, or `in`.
  bool Reads(const std::string& key) const { return required.count(key) || optional.count(key); }
};

StateKeys KeysOf(const python::Module& module, const python::Definition& a_class,
                 const StateMethods& methods);

// "scale" of "scale", prefix + "scale" and f"{prefix}scale"; "": not that simple.
std::string KeyOf(python::Node expression);

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_DISTRIBUTED_STATE_DICT_KEYS_H_
