#ifndef TOOLS_SCHEMAS_SCHEMAS_H_
#define TOOLS_SCHEMAS_SCHEMAS_H_

// JSON Schemas (draft 07, which editors read) of the files that people write, made of the tables
// that read them. A schema knows keys, types and words; what only the program can know, such as
// whether a query parses or a rule exists, stays with `allreview rules test` and `allreview config
// explain`.

#include "nlohmann/json.hpp"

namespace allreview::schemas {

using Json = nlohmann::ordered_json;

// Of .allreview.yaml and of an organisation's policy.
Json PolicySchema();
// Of files with rules of an organisation.
Json RuleFileSchema();

}  // namespace allreview::schemas

#endif  // TOOLS_SCHEMAS_SCHEMAS_H_
