#ifndef SERVICES_REPORT_DOCUMENTS_AUDIT_COST_TEXT_H_
#define SERVICES_REPORT_DOCUMENTS_AUDIT_COST_TEXT_H_

// Costs as text, and what becomes of them at other sizes. Plain text: make it safe for Markdown.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "proto/analysis/v1/scaling.pb.h"
#include "proto/report/v1/report.pb.h"

namespace allreview::report {

// "B·C²·K·T / block"; "1" for a constant.
std::string ProductText(const analysis::v1::Cost::Product& product);
// "O(K·T + C²)"; at most three products.
std::string CostText(const analysis::v1::Cost& cost);
bool IsSame(const analysis::v1::Cost& a, const analysis::v1::Cost& b);

// Greatest power of a dimension in any product; 0: it does not occur, or only below the line.
int PowerIn(const analysis::v1::Cost& cost, absl::string_view dimension);
// Dimensions that make either cost grow, the highest power first, without logarithms.
std::vector<std::string> DimensionsOf(const analysis::v1::Scaling& scaling);

// T, seq_len and the like: what people make longer first.
bool IsSequenceLength(absl::string_view dimension);

// "×10⁶": ten to the power; "×10", "×100", "×1000" as they are.
std::string TenToThe(int power);
// "1.5 GiB"; "×1.2·10²¹ bytes" beyond any machine.
std::string BytesText(double bytes);
// "400,000"; "4·10¹²" from a billion on.
std::string NumberText(double number);

// Sizes that a caller named, by the dimension that they are for: exactly, or a usual other name of
// it: "T" is "seq_len", "gpus" is "world_size".
class Sizes {
 public:
  explicit Sizes(const report::v1::AuditFocus& focus) : focus_(focus) {}

  // The size that holds for a dimension of the code. Null: none was named.
  const report::v1::AuditFocus::Size* Find(absl::string_view dimension) const;
  // Names of sizes, as the caller wrote them, that no cost depends on.
  std::vector<std::string> Unused(const std::set<std::string>& dimensions) const;

  // A product with the named sizes put in.
  struct Value {
    double number = 1;              // Of the dimensions whose size is known.
    double factor = 1;              // Of those that are to grow by a factor.
    std::string rest;               // The others, as a product; empty: none.
    std::vector<std::string> used;  // "T = 400,000".
  };
  Value Evaluate(const analysis::v1::Cost::Product& product) const;

 private:
  const report::v1::AuditFocus& focus_;
};

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_AUDIT_COST_TEXT_H_
