#include "gateway/api/json_check.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/edit_distance.h"
#include "base/utf8.h"
#include "google/protobuf/descriptor.pb.h"
#include "nlohmann/json.hpp"

namespace allreview::api {
namespace {

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using nlohmann::json;

constexpr size_t kMaxQuotedBytes = 100;

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", absl::Utf8SafeCHexEscape(CutToBytes(text, kMaxQuotedBytes)),
                      text.size() > kMaxQuotedBytes ? "…" : "", "\"");
}

const FieldDescriptor* FindByName(const Descriptor& type, const std::string& name) {
  const FieldDescriptor* field = type.FindFieldByName(name);
  return field != nullptr ? field : type.FindFieldByCamelcaseName(name);
}

// The type of a field's objects. Null: it has none. Times and the like are texts in JSON.
const Descriptor* ObjectOf(const FieldDescriptor& field) {
  const Descriptor* type = field.message_type();
  const bool is_text = type == nullptr || type->file()->package() == "google.protobuf";
  return is_text ? nullptr : type;
}

// Hears each token; the first that does not fit ends the reading.
class Checker final : public nlohmann::json_sax<json> {
 public:
  explicit Checker(const Descriptor& type) : type_(type) {}

  absl::Status status() const { return status_; }

  bool null() override { return Scalar(); }
  bool boolean(bool) override { return Scalar(); }
  bool number_integer(number_integer_t) override { return Scalar(); }
  bool number_unsigned(number_unsigned_t) override { return Scalar(); }
  bool number_float(number_float_t, const string_t&) override { return Scalar(); }
  bool string(string_t&) override { return Scalar(); }
  bool binary(binary_t&) override { return Scalar(); }

  bool start_object(size_t) override {
    if (!Count() || !IsShallow()) return false;
    if (levels_.empty()) return Push({.type = &type_});
    const Descriptor* inner = ObjectOf(*levels_.back().field);
    if (inner == nullptr) return Refuse(absl::StrCat(Place(), " is an object; wanted one value"));
    return Push({.type = inner});
  }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    // The keys of a map are the caller's.
    level.field = level.type->options().map_entry() ? level.type->FindFieldByName("value")
                                                    : FindByName(*level.type, name);
    return level.field != nullptr || Refuse(UnknownField(*level.type, name));
  }

  bool end_object() override { return Pop(); }

  bool start_array(size_t) override {
    if (!Scalar() || !IsShallow()) return false;
    const Level& level = levels_.back();
    if (level.is_list) return Refuse(absl::StrCat(Place(), " has a list in its list"));
    if (!level.field->is_repeated() || level.field->is_map()) {
      return Refuse(absl::StrCat(Place(), " is a list; wanted one value"));
    }
    return Push({.type = level.type, .field = level.field, .is_list = true});
  }

  bool end_array() override { return Pop(); }

  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) override {
    return Refuse("the body is not JSON");
  }

 private:
  struct Level {
    const Descriptor* type;
    const FieldDescriptor* field = nullptr;  // That is being read.
    bool is_list = false;
  };

  bool Count() {
    if (++values_ <= kMaxJsonValues) return true;
    return Refuse(absl::StrCat("the body has more than ", kMaxJsonValues, " values"));
  }

  // A value that cannot be the whole body.
  bool Scalar() {
    if (!levels_.empty()) return Count();
    return Refuse("the body is not a JSON object; wanted {…}");
  }

  bool IsShallow() {
    if (levels_.size() < static_cast<size_t>(kMaxJsonDepth)) return true;
    return Refuse(absl::StrCat(Place(), " is nested more than ", kMaxJsonDepth, " levels deep"));
  }

  bool Push(const Level& level) {
    levels_.push_back(level);
    return true;
  }

  bool Pop() {
    levels_.pop_back();
    return true;
  }

  // "ref.github"; the place of the value that comes next.
  std::string Place() const {
    std::string place;
    for (const Level& level : levels_) {
      if (level.is_list || level.field == nullptr) continue;
      absl::StrAppend(&place, place.empty() ? "" : ".", level.field->name());
    }
    return place.empty() ? "the body" : place;
  }

  std::string UnknownField(const Descriptor& type, const std::string& name) const {
    std::vector<std::string> names;
    for (int i = 0; i < type.field_count(); ++i) names.push_back(type.field(i)->name());
    // What is too long to be quoted was not meant for a name of ours, and distances cost time.
    const std::string nearest = name.size() > kMaxQuotedBytes ? "" : Nearest(name, names);
    return absl::StrCat(Place(), " has the field ", Quoted(name), ", which ", type.name(),
                        " does not know",
                        nearest.empty() ? "" : absl::StrCat("; did you mean \"", nearest, "\""));
  }

  bool Refuse(absl::string_view why) {
    if (status_.ok()) status_ = absl::InvalidArgumentError(why);
    return false;
  }

  const Descriptor& type_;
  std::vector<Level> levels_;
  int values_ = 0;
  absl::Status status_;
};

}  // namespace

absl::Status CheckJson(absl::string_view text, const Descriptor& type) {
  Checker checker(type);
  json::sax_parse(text.begin(), text.end(), &checker);
  return checker.status();
}

}  // namespace allreview::api
