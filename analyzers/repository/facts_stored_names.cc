#include <string>

#include "analyzers/repository/facts_collectors.h"

namespace allreview::repository {
namespace {

using python::Field;
using python::Kind;
using python::Module;
using python::Node;

bool IsStored(Node attribute) {
  const Node parent = attribute.parent();
  switch (parent.kind()) {
    case Kind::kAssignment:
    case Kind::kAugmentedAssignment:
    case Kind::kForStatement:
      return attribute.field() == Field::kLeft;
    case Kind::kPatternList:
    case Kind::kTuplePattern:
    case Kind::kListPattern:
    case Kind::kAsPatternTarget:
      return true;
    default:
      return false;
  }
}

absl::string_view CalleeName(Node call) {
  const Node function = call.child(Field::kFunction);
  return function.Is(Kind::kAttribute) ? function.child(Field::kAttribute).text() : function.text();
}

}  // namespace

void StoredNameCollector::VisitAttribute(Node attribute) {
  if (!IsStored(attribute)) return;
  const Node object = attribute.child(Field::kObject);
  if (object.Is(Kind::kIdentifier) && object.text() == "self") return;
  names_.insert(attribute.child(Field::kAttribute).text());
}

void StoredNameCollector::VisitCall(Node call) {
  const absl::string_view callee = CalleeName(call);
  absl::string_view name;
  if (callee == "setattr" || callee == "hasattr" || callee == "getattr") {
    name = Module::StringContent(python::Argument(call, 1, ""));
  } else if (callee == "add_subparsers") {
    name = Module::StringContent(python::KeywordArgument(call, "dest"));
  } else if (callee == "add_argument") {  // A positional one: options are FlagFacts.
    name = Module::StringContent(python::Argument(call, 0, ""));
    if (!name.empty() && name[0] == '-') name = "";
  } else if (callee == "set_defaults" || callee == "Namespace" || callee == "SimpleNamespace") {
    for (Node keyword : python::ArgumentsOf(call).keywords) {
      names_.insert(keyword.child(Field::kName).text());
    }
  }
  if (!name.empty()) names_.insert(name);
}

void StoredNameCollector::VisitPair(Node pair) {
  // What a flag is stored as, in what is handed to add_argument later.
  if (Module::StringContent(pair.child(Field::kKey)) != "dest") return;
  const absl::string_view name = Module::StringContent(pair.child(Field::kValue));
  if (!name.empty()) names_.insert(name);
}

void StoredNameCollector::Finish() {
  for (absl::string_view name : names_) facts_->stored_names.emplace_back(name);
}

}  // namespace allreview::repository
