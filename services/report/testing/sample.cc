#include "services/report/testing/sample.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/file.h"
#include "google/protobuf/text_format.h"

namespace allreview::report {

std::vector<report::v1::RenderRequest> LoadSample(const std::string& name) {
  const std::string path = absl::StrCat("services/report/testing/samples/", name, ".textpb");
  const absl::StatusOr<std::string> text = ReadFile(path);
  CHECK(text.ok()) << text.status().ToString();
  std::vector<report::v1::RenderRequest> requests;
  for (absl::string_view part : absl::StrSplit(*text, "\n---\n")) {
    CHECK(
        google::protobuf::TextFormat::ParseFromString(std::string(part), &requests.emplace_back()))
        << path << ", message " << requests.size();
  }
  return requests;
}

std::vector<std::string> SampleNames() { return {"clean", "empty", "nitpicks", "rich"}; }

Assembly AssembleSample(const std::string& name) {
  Assembler assembler;
  for (report::v1::RenderRequest& request : LoadSample(name)) assembler.Add(std::move(request));
  return std::move(assembler).Finish();
}

}  // namespace allreview::report
