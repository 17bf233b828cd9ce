#ifndef SERVICES_PULL_REQUEST_MAIL_H_
#define SERVICES_PULL_REQUEST_MAIL_H_

// Patches as mail: what `git format-patch` writes and mail programs save.
//
//   if (LooksLikeMail(text)) Mailbox mailbox = ParseMailbox(text);
//
// Pure. Mail addresses are dropped.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::pull_request {

struct Mail {
  std::string commit;  // Object id, where the mail's first line names one.
  std::string author;
  std::string subject;  // Without "[PATCH 1/2]" and the like.
  std::string body;     // The commit message below the subject.
  bool has_diff = false;
  bool is_cover_letter = false;  // "[PATCH 0/2]".
  bool is_multipart = false;     // Made of parts; taken as it stands.
};

struct Mailbox {
  std::vector<Mail> mails;
  // The input with bodies decoded that travelled as base64 or quoted-printable; none if there are
  // none, and then the input itself is the text.
  std::optional<std::string> decoded;
};

// Whether the text begins with a mail's header, as opposed to a diff.
bool LooksLikeMail(absl::string_view text);

Mailbox ParseMailbox(absl::string_view text);

// Undoes RFC 2047: "=?UTF-8?q?gr=C3=BCn?=". Words in other character sets than UTF-8, ASCII and
// Latin-1 stay as they are.
std::string DecodeHeaderText(absl::string_view text);

// Bytes that are no legal encoding are kept as they stand.
std::string DecodeQuotedPrintable(absl::string_view text);

}  // namespace allreview::pull_request

#endif  // SERVICES_PULL_REQUEST_MAIL_H_
