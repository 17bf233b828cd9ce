#ifndef GATEWAY_WEB_DOCUMENT_LINKS_H_
#define GATEWAY_WEB_DOCUMENT_LINKS_H_

// Places and rules that a document names, as links of its page. Pure.
//
//   const std::string body = WithLinks(RenderMarkdown(markdown).body, LinksOf(review));

#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "gateway/web/html.h"
#include "proto/review/v1/record.pb.h"

namespace allreview::web {

// Text of code -> where it leads.
using CodeLinks = std::map<std::string, Url>;

// "train/loss.py:6" to the finding beside its line, and "log-of-softmax" to the page of the rule.
CodeLinks LinksOf(const review::v1::StoredReview& review);

// The body that RenderMarkdown made: what stands in <code>, but in no link and in no block, is
// linked. Takes linear time.
std::string WithLinks(absl::string_view html, const CodeLinks& links);

}  // namespace allreview::web

#endif  // GATEWAY_WEB_DOCUMENT_LINKS_H_
