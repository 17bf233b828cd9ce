#ifndef PROTO_REPORT_V1_CATALOGUE_H_
#define PROTO_REPORT_V1_CATALOGUE_H_

// The documents and formats that there are, read from the options of their values in report.proto:
// whoever lists, names or chooses some asks here, so that a new one is there for all.
//
//   for (v1::Format format : Formats()) names.push_back(InfoOf(format).name());
//   std::optional<v1::Document> document = DocumentNamed("deep-dive");
//
// Pure; what is returned lives as long as the program.

#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::report {

// All but "unspecified", in the order of report.proto.
absl::Span<const v1::Document> Documents();
absl::Span<const v1::Format> Formats();

// Empty for a value of a newer version.
const v1::DocumentInfo& InfoOf(v1::Document document);
const v1::FormatInfo& InfoOf(v1::Format format);

// "deep-dive", "github-annotations". nullopt: nothing is called so.
std::optional<v1::Document> DocumentNamed(absl::string_view name);
std::optional<v1::Format> FormatNamed(absl::string_view name);

// The names of Documents() and of Formats(), and of the formats of every document.
absl::Span<const absl::string_view> DocumentNames();
absl::Span<const absl::string_view> FormatNames();
absl::Span<const absl::string_view> NamesOfFormatsOfAllDocuments();

}  // namespace allreview::report

#endif  // PROTO_REPORT_V1_CATALOGUE_H_
