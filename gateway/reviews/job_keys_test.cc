#include "gateway/reviews/job_keys.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

#include "google/protobuf/descriptor.h"
#include "google/protobuf/message.h"
#include "gtest/gtest.h"

namespace allreview::gateway {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using pull_request::v1::Opened;
using review::v1::SubmitReviewRequest;

constexpr int kMaxDepth = 6;

void ChangeScalar(Message& message, const FieldDescriptor* field) {
  const Reflection& reflection = *message.GetReflection();
  switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_STRING:
      if (field->is_repeated()) {
        reflection.AddString(&message, field, "another");
      } else {
        reflection.SetString(&message, field, reflection.GetString(message, field) + "another");
      }
      return;
    case FieldDescriptor::CPPTYPE_BOOL:
      reflection.SetBool(&message, field, !reflection.GetBool(message, field));
      return;
    case FieldDescriptor::CPPTYPE_INT32:
      reflection.SetInt32(&message, field, reflection.GetInt32(message, field) + 1);
      return;
    case FieldDescriptor::CPPTYPE_INT64:
      reflection.SetInt64(&message, field, reflection.GetInt64(message, field) + 1);
      return;
    case FieldDescriptor::CPPTYPE_ENUM:
      reflection.SetEnumValue(&message, field, reflection.GetEnumValue(message, field) + 1);
      return;
    default:
      ADD_FAILURE() << field->full_name() << ": this test cannot change such a field";
  }
}

// Calls `see` with the path of each field below `part`, while `part`, which belongs to the caller's
// message, has another value there. Other choices of a oneof that is set are left out.
void ForEachChange(const std::string& prefix, Message& part, int depth,
                   const std::function<void(const std::string& path)>& see) {
  if (depth == kMaxDepth) return;
  const Reflection& reflection = *part.GetReflection();
  for (int i = 0; i < part.GetDescriptor()->field_count(); ++i) {
    const FieldDescriptor* field = part.GetDescriptor()->field(i);
    const auto* choice = field->containing_oneof();
    if (choice != nullptr && !reflection.HasField(part, field)) continue;
    const std::string path = prefix + field->name();
    const std::unique_ptr<Message> before(part.New());
    before->CopyFrom(part);
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      ChangeScalar(part, field);
      see(path);
    } else if (field->is_repeated()) {
      reflection.AddMessage(&part, field);
      see(path);
    } else {
      ForEachChange(path + ".", *reflection.MutableMessage(&part, field), depth + 1, see);
    }
    part.CopyFrom(*before);
  }
}

struct Asked {
  SubmitReviewRequest request;
  Opened opened;

  std::string Key(const std::string& configuration = "configuration") const {
    return LocalJobKey(request, opened, configuration);
  }
};

Asked Repository() {
  Asked asked;
  asked.request.mutable_ref()->mutable_local()->set_path("/src/train");
  asked.request.mutable_ref()->mutable_local()->set_base("HEAD~1");
  asked.request.mutable_ref()->mutable_local()->set_mode(
      change::v1::LocalRepository::MODE_MERGE_BASE);
  asked.opened.mutable_info()->set_head_commit("bbb");
  asked.opened.mutable_info()->set_merge_base_commit("aaa");
  asked.opened.mutable_pinned()->mutable_local()->set_path("/src/train");
  asked.opened.mutable_pinned()->mutable_local()->set_base("aaa");
  asked.opened.mutable_pinned()->mutable_local()->set_head("bbb");
  return asked;
}

Asked Patch() {
  Asked asked;
  asked.request.mutable_ref()->mutable_patch()->set_text("diff --git a/a.py b/a.py\n");
  asked.opened.mutable_pinned()->mutable_patch();
  return asked;
}

// Every field decides the key, but for those that are listed with the reason why not.
void ExpectEachFieldToDecide(Asked asked, const std::map<std::string, std::string>& not_deciding) {
  const std::string key = asked.Key();
  ASSERT_FALSE(key.empty());
  std::set<std::string> seen;
  const auto see = [&](const std::string& path) {
    seen.insert(path);
    EXPECT_EQ(asked.Key() == key, not_deciding.count(path) > 0) << path;
  };
  ForEachChange("request.", asked.request, 0, see);
  ForEachChange("opened.", asked.opened, 0, see);
  for (const auto& [path, reason] : not_deciding) EXPECT_EQ(seen.count(path), 1u) << path;
  EXPECT_EQ(asked.Key(), key);
  EXPECT_NE(asked.Key("another"), key);
}

TEST(LocalJobKey, HoldsEveryFieldThatDecidesTheAnswer) {
  const std::string pinned = "what it names stands in the pinned reference";
  const std::string ids = "the commits fix it";
  ExpectEachFieldToDecide(Repository(), {{"request.ref.local.path", pinned},
                                         {"request.ref.local.base", pinned},
                                         {"request.ref.local.head", pinned},
                                         {"request.ref.local.paths", pinned},
                                         {"request.ref.local.suffixes", pinned},
                                         {"opened.pinned.local.mode", "the request's is kept"},
                                         {"opened.before_tree", ids},
                                         {"opened.after_tree", ids},
                                         {"opened.history", ids}});
  ExpectEachFieldToDecide(Patch(), {{"opened.pinned.patch.name", "the request's is kept"},
                                    {"opened.pinned.patch.text", "the request's is kept"},
                                    {"opened.pinned.patch.repository", "the request's is kept"},
                                    {"opened.before_tree", "a patch has none"},
                                    {"opened.after_tree", "a patch has none"},
                                    {"opened.history", "a patch has none"}});
}

TEST(LocalJobKey, IsTheSameForOneRevisionUnderTwoNames) {
  Asked named = Repository();
  Asked by_id = Repository();
  by_id.request.mutable_ref()->mutable_local()->set_base("aaa");
  EXPECT_EQ(named.Key(), by_id.Key());
}

TEST(LocalJobKey, IsNoneWhereNothingFixesTheContent) {
  Asked asked = Repository();
  asked.opened.mutable_info()->clear_head_commit();
  EXPECT_EQ(asked.Key(), "");
}

}  // namespace
}  // namespace allreview::gateway
