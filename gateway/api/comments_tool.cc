// Writes the table behind comments.h. Argument: a descriptor set with source information.

#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "google/protobuf/descriptor.h"
#include "google/protobuf/descriptor.pb.h"

namespace allreview::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::EnumDescriptor;
using CommentMap = std::map<std::string, std::string>;

std::string OneParagraph(const std::string& text) {
  return absl::StrJoin(absl::StrSplit(text, absl::ByAnyChar(" \n\t"), absl::SkipEmpty()), " ");
}

template <typename T>
void Add(const T& descriptor, CommentMap& comments) {
  google::protobuf::SourceLocation location;
  if (!descriptor.GetSourceLocation(&location)) return;
  const std::string text =
      OneParagraph(absl::StrCat(location.leading_comments, "\n", location.trailing_comments));
  if (!text.empty()) comments[descriptor.full_name()] = text;
}

void AddEnum(const EnumDescriptor& type, CommentMap& comments) {
  Add(type, comments);
  for (int i = 0; i < type.value_count(); ++i) Add(*type.value(i), comments);
}

void AddMessage(const Descriptor& type, CommentMap& comments) {
  Add(type, comments);
  for (int i = 0; i < type.field_count(); ++i) Add(*type.field(i), comments);
  for (int i = 0; i < type.nested_type_count(); ++i) AddMessage(*type.nested_type(i), comments);
  for (int i = 0; i < type.enum_type_count(); ++i) AddEnum(*type.enum_type(i), comments);
}

int Main(const char* path) {
  google::protobuf::FileDescriptorSet set;
  std::ifstream file(path, std::ios::binary);
  if (!set.ParseFromIstream(&file)) return 1;
  google::protobuf::DescriptorPool pool;
  CommentMap comments;
  for (const auto& proto : set.file()) {
    const auto* built = pool.BuildFile(proto);
    if (built == nullptr) return 1;
    if (!absl::StartsWith(proto.package(), "allreview.")) continue;
    for (int i = 0; i < built->message_type_count(); ++i) {
      AddMessage(*built->message_type(i), comments);
    }
    for (int i = 0; i < built->enum_type_count(); ++i) AddEnum(*built->enum_type(i), comments);
  }
  std::cout << "#include \"gateway/api/comments.h\"\n\nnamespace allreview::api {\nnamespace {\n\n"
               "constexpr Comment kComments[] = {\n";
  for (const auto& [name, text] : comments) {
    std::cout << "    {\"" << name << "\", \"" << absl::CEscape(text) << "\"},\n";
  }
  std::cout << "};\n\n}  // namespace\n\nabsl::Span<const Comment> Comments() { return kComments; }"
               "\n\n}  // namespace allreview::api\n";
  return 0;
}

}  // namespace
}  // namespace allreview::api

int main(int argc, char** argv) { return argc == 2 ? allreview::api::Main(argv[1]) : 2; }
