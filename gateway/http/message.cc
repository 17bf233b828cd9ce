#include "gateway/http/message.h"

namespace allreview::http {
namespace {

const std::string* Find(const Fields& fields, absl::string_view name) {
  for (const auto& [key, value] : fields) {
    if (key == name) return &value;
  }
  return nullptr;
}

}  // namespace

const std::string* HttpRequest::Parameter(absl::string_view name) const {
  return Find(parameters, name);
}

const std::string* HttpRequest::Query(absl::string_view name) const { return Find(query, name); }

const std::string* HttpRequest::Header(absl::string_view lower_case_name) const {
  return Find(headers, lower_case_name);
}

}  // namespace allreview::http
