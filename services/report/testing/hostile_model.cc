#include "services/report/testing/hostile_model.h"

#include <set>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"

namespace allreview::report {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr int kMaxDepth = 5;

bool NamesASymbol(const std::string& field) {
  static const std::set<std::string> kFields = {"symbol", "target", "from", "to", "of"};
  return kFields.count(field) > 0;
}

class Filler {
 public:
  explicit Filler(const HostileSource& source) : source_(source) {}

  void Fill(Message& message, int depth) const {
    for (int i = 0; i < message.GetDescriptor()->field_count(); ++i) {
      FillField(message, *message.GetDescriptor()->field(i), depth);
    }
  }

  void FillField(Message& message, const FieldDescriptor& field, int depth) const {
    if (!field.is_repeated()) return Set(message, field, depth);
    const int most = field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && depth == 0 ? 12 : 4;
    for (int i = source_.pick(0, most); i > 0; --i) Add(message, field, depth);
  }

 private:
  std::string String(const FieldDescriptor& field) const {
    const bool is_id = NamesASymbol(std::string(field.name())) && !source_.ids.empty();
    if (is_id && source_.pick(0, 3) > 0) {
      return source_.ids[source_.pick(0, static_cast<int>(source_.ids.size()) - 1)];
    }
    return source_.pick(0, 3) == 0 ? "" : source_.text(4);
  }

  void Set(Message& message, const FieldDescriptor& field, int depth) const {
    const Reflection& reflection = *message.GetReflection();
    switch (field.cpp_type()) {
      case FieldDescriptor::CPPTYPE_STRING:
        return reflection.SetString(&message, &field, String(field));
      case FieldDescriptor::CPPTYPE_INT32:
        return reflection.SetInt32(&message, &field, source_.pick(0, 12));
      case FieldDescriptor::CPPTYPE_INT64:
        return reflection.SetInt64(&message, &field, source_.pick(0, 12));
      case FieldDescriptor::CPPTYPE_BOOL:
        return reflection.SetBool(&message, &field, source_.pick(0, 1) == 0);
      case FieldDescriptor::CPPTYPE_ENUM:
        return reflection.SetEnumValue(
            &message, &field,
            field.enum_type()
                ->value(source_.pick(0, field.enum_type()->value_count() - 1))
                ->number());
      case FieldDescriptor::CPPTYPE_MESSAGE:
        if (depth < kMaxDepth) Fill(*reflection.MutableMessage(&message, &field), depth + 1);
        return;
      default:
        return;
    }
  }

  void Add(Message& message, const FieldDescriptor& field, int depth) const {
    const Reflection& reflection = *message.GetReflection();
    if (field.cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      reflection.AddString(&message, &field, String(field));
    } else if (field.cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && depth < kMaxDepth) {
      Fill(*reflection.AddMessage(&message, &field), depth + 1);
    }
  }

  const HostileSource& source_;
};

}  // namespace

void AddHostileDetails(const HostileSource& source, analysis::v1::ChangeModel& model) {
  const Filler filler(source);
  // Symbols and their edges stay: the details speak of them.
  const google::protobuf::Descriptor& type = *analysis::v1::ChangeModel::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const FieldDescriptor& field = *type.field(i);
    if (field.name() != "symbols" && field.name() != "edges") filler.FillField(model, field, 0);
  }
  for (analysis::v1::ChangedSymbol& symbol : *model.mutable_symbols()) {
    for (int i = source.pick(0, 4); i > 0; --i) filler.Fill(*symbol.add_deltas(), 1);
    symbol.set_old_path(source.pick(0, 3) == 0 ? source.text(2) : "");
    symbol.set_code_before(source.pick(0, 3) == 0 ? source.text(4) : "");
    symbol.set_code_after(source.pick(0, 3) == 0 ? source.text(4) : "");
    symbol.set_doc(source.pick(0, 3) == 0 ? source.text(4) : "");
  }
}

}  // namespace allreview::report
