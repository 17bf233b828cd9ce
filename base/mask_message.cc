#include "base/mask_message.h"

#include <string>
#include <utility>
#include <vector>

#include "base/secrets.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace allreview {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

void MaskOne(Message& message, const Reflection& reflection, const FieldDescriptor& field) {
  std::string scratch;
  const std::string& written = reflection.GetStringReference(message, &field, &scratch);
  if (written.size() < kShortestSecret) return;
  std::string text = written;
  if (MaskSecrets(text)) reflection.SetString(&message, &field, std::move(text));
}

void MaskLines(Message& message, const Reflection& reflection, const FieldDescriptor& field) {
  std::string text, scratch;
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    text += reflection.GetRepeatedStringReference(message, &field, i, &scratch);
    text += '\n';
  }
  if (!MaskSecrets(text)) return;
  // Lengths are kept, so the pieces are where they were, also when a text has line ends of its own.
  size_t begin = 0;
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    const size_t size = reflection.GetRepeatedStringReference(message, &field, i, &scratch).size();
    reflection.SetRepeatedString(&message, &field, i, text.substr(begin, size));
    begin += size + 1;
  }
}

void MaskChildren(Message& message, const Reflection& reflection, const FieldDescriptor& field) {
  if (!field.is_repeated()) {
    MaskSecrets(*reflection.MutableMessage(&message, &field));
    return;
  }
  for (int i = 0; i < reflection.FieldSize(message, &field); ++i) {
    MaskSecrets(*reflection.MutableRepeatedMessage(&message, &field, i));
  }
}

}  // namespace

void MaskSecrets(Message& message) {
  const Reflection& reflection = *message.GetReflection();
  const bool is_map_entry = message.GetDescriptor()->options().map_entry();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    if (is_map_entry && field->number() == 1) continue;  // The key.
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
      MaskChildren(message, reflection, *field);
    } else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING) {
      field->is_repeated() ? MaskLines(message, reflection, *field)
                           : MaskOne(message, reflection, *field);
    }
  }
}

}  // namespace allreview
