#ifndef ANALYZERS_UNDERSTANDING_CLASS_INFO_H_
#define ANALYZERS_UNDERSTANDING_CLASS_INFO_H_

// A class of the program with all that it inherits, as far as it is known. Pure data.
//
//   const ClassInfo& info = knowledge.ClassOf(a_class);
//   if (!info.is_dynamic) ...   // Nothing gives its objects more than its classes tell.

#include <string>
#include <vector>

#include "analyzers/understanding/value.h"

namespace allreview::understanding {

// A field of a dataclass.
struct Field {
  std::string name;
  bool has_default = false, is_keyword_only = false;
  bool is_parameter = true;  // Of the __init__ that is made.
};

// A class and what it inherits.
struct ClassInfo {
  // Itself first, in the order in which attributes are looked up.
  std::vector<CodeRef> own = {};           // Classes of the program.
  std::vector<std::string> external = {};  // Of others, by absolute name.
  bool is_certain = true;                  // There are no other bases.
  bool is_external_first = false;          // Some of those stand before one of the program.
  // What a base, a decorator or `__getattr__` may add nobody knows.
  bool is_dynamic = false;
  // Its __init__: that of the next class, one in its body, one that @dataclass makes of the fields.
  enum class Init { kInherited, kWritten, kOfFields, kUnknown };
  Init init = Init::kInherited;
  std::vector<Field> fields = {};  // Of a dataclass, inherited ones first.
  bool are_fields_known = true;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_CLASS_INFO_H_
