// What is known of a Python file from outside without any rule: syntax, names, control flow and
// facts. Beside "does not crash", it checks what must hold of any text.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/ir/encoding.h"
#include "analyzers/python/control_flow.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/facts.h"
#include "base/check.h"

namespace allreview {
namespace {

constexpr char kPath[] = "pkg/module.py";

void CheckFlow(const python::Module& module, python::Node owner) {
  const python::ControlFlow flow(module, owner);
  for (python::ControlFlow::Point point = 0; point < flow.size(); ++point) {
    for (const python::ControlFlow::Edge& edge : flow.From(point)) {
      CHECK(edge.to >= 0 && edge.to < flow.size()) << "edges lead to points";
    }
  }
  CHECK(flow.Dominates(python::ControlFlow::kEntry, python::ControlFlow::kExit) ||
        !flow.IsReachable(python::ControlFlow::kExit))
      << "every path begins at the entry";
}

void CheckModule(const std::string& source) {
  const auto module = python::Module::Parse(kPath, source);
  if (!module.ok()) return;
  python::Node last;
  for (python::Node node : (*module)->tree().root().descendants()) {
    CHECK(node.end_byte() <= source.size() && node.first_byte() <= node.end_byte()) << "bytes";
    CHECK(node.first_line() >= 1 && node.last_line() >= node.first_line()) << "lines";
    if (node.Is(python::Kind::kIdentifier)) (*module)->Resolve(node);
  }
  CheckFlow(**module, (*module)->tree().root());
  for (const python::Definition& definition : (*module)->definitions()) {
    CheckFlow(**module, definition.node);
  }
  const std::string facts = repository::EncodeFacts(repository::FactsOf(**module));
  const std::optional<repository::FileFacts> decoded = repository::DecodeFacts(facts);
  CHECK(decoded.has_value()) << "facts that were written can be read";
  CHECK(repository::EncodeFacts(*decoded) == facts) << "and are the same";
  const std::optional<ir::File> code = ir::Decode(repository::EncodedCodeOfFacts(facts));
  CHECK(code.has_value()) << "so can instructions";
  CHECK(ir::Encode(*code) == repository::EncodedCodeOfFacts(facts)) << "and are the same";
}

// What lies in the cache may be of anybody's making.
void CheckForeignFacts(absl::string_view bytes) {
  repository::AreFacts(bytes);
  repository::DecodeFacts(bytes);
  repository::PartsOfFacts(bytes);
  repository::HasWord(repository::IdentifiersOfFacts(bytes), "word");
  repository::PackedLinesOfFacts(bytes);
  repository::PackedStyleOfFacts(bytes);
  for (absl::string_view code : {repository::EncodedCodeOfFacts(bytes), bytes}) {
    ir::DecodeOutline(code);
    const std::optional<ir::File> file = ir::Decode(code);
    CHECK(!file.has_value() || ir::Encode(*file) == ir::Encode(*ir::Decode(ir::Encode(*file))))
        << "instructions that can be read can be written";
  }
}

}  // namespace
}  // namespace allreview

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  allreview::CheckModule(text);
  allreview::CheckForeignFacts(text);
  return 0;
}
