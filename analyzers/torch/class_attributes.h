#ifndef ANALYZERS_TORCH_CLASS_ATTRIBUTES_H_
#define ANALYZERS_TORCH_CLASS_ATTRIBUTES_H_

// The attributes that classes of torch give their objects, those of the instance included, which
// apis.h does not list.
//
//   AreAttributesKnown("torch.nn.Module")             ->  true: what is not listed is not there
//   HasAttribute("torch.nn.Module", "_parameters")    ->  true
//   HasAttribute("torch.nn.Module", "gate")           ->  false
//
// Names with two underscores at both ends, which any object may have, are not listed. A class may
// go by any of its absolute names. All functions may be called from any thread.

#include "absl/strings/string_view.h"

namespace allreview::torch {

bool AreAttributesKnown(absl::string_view class_name);
// Of a class of which they are known: its objects, or those that torch makes of them, have it in
// some release.
bool HasAttribute(absl::string_view class_name, absl::string_view attribute);
// The same, without what only the table of APIs or fully_shard() says.
bool ListsAttribute(absl::string_view class_name, absl::string_view attribute);
// It is torch.nn.Module itself.
bool IsModule(absl::string_view class_name);

}  // namespace allreview::torch

#endif  // ANALYZERS_TORCH_CLASS_ATTRIBUTES_H_
