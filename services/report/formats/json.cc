#include "base/proto_json.h"
#include "services/report/formats/formats.h"

namespace allreview::report {

std::string RenderJson(const Assembly& assembly, const report::v1::DocumentRequest&) {
  return ToJson(assembly.review);
}

}  // namespace allreview::report
