#include "services/analysis/change_model/statements/consequences/make_statement.h"

#include "base/utf8.h"
#include "sentences/messages/text.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {

v1::ChangeStatement ToProto(const Consequence& statement) {
  v1::ChangeStatement proto;
  proto.set_kind(statement.kind);
  proto.set_subject(ToDisplayText(statement.subject));
  proto.set_predicate(std::string(statement.predicate));
  proto.set_object(ToDisplayText(statement.object));
  proto.set_weight(statement.weight);
  *proto.mutable_text() = ToText(statement.text);
  for (const rules::Range& place : statement.places) *proto.add_places() = ToProto(place);
  return proto;
}

}  // namespace allreview::analysis
