// allreview store export and import: a store and its queue as a file.

#include <unistd.h>

#include <array>
#include <cstdio>
#include <memory>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "gateway/cli/commands.h"
#include "gateway/cli/exit_codes.h"
#include "gateway/cli/session.h"
#include "gateway/queue/open_queue.h"
#include "gateway/queue/transfer.h"
#include "gateway/store/open_store.h"

namespace allreview::cli {
namespace {

using gateway::TransferCounts;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

// Standard input, which is read twice: a pipe is copied to a temporary file.
absl::StatusOr<File> OpenInput(int descriptor) {
  if (lseek(descriptor, 0, SEEK_CUR) >= 0) {
    File file(fdopen(dup(descriptor), "r"));
    if (file != nullptr) return file;
  }
  File copy(std::tmpfile());
  if (copy == nullptr) return absl::UnavailableError("cannot make a temporary file");
  std::array<char, 1 << 16> buffer;
  ssize_t size = 0;
  while ((size = read(descriptor, buffer.data(), buffer.size())) > 0) {
    if (std::fwrite(buffer.data(), 1, static_cast<size_t>(size), copy.get()) !=
        static_cast<size_t>(size)) {
      return absl::ResourceExhaustedError("the folder of temporary files is full");
    }
  }
  if (size < 0) return absl::UnavailableError("cannot read standard input");
  return copy;
}

absl::StatusOr<TransferCounts> Transfer(bool is_export, const Arguments& arguments,
                                        const Session& session) {
  const std::string url = arguments.Get(kStoreUrl);
  const gateway::OpenOptions options = {
      .redis_password_file =
          AbsolutePath(session.environment, arguments.Get(gateway::kStorePasswordFlag)),
      .is_unfinished_import_allowed = !is_export};
  ASSIGN_OR_RETURN(const auto store, gateway::OpenKeyedStore(url, options));
  ASSIGN_OR_RETURN(const auto queue, gateway::OpenJobQueue(url, options, {}));
  if (is_export) {
    return gateway::ExportStore(*store, *queue, [&](absl::string_view line) {
      session.out.Write(line);
      return session.out.status();
    });
  }
  ASSIGN_OR_RETURN(const File file, OpenInput(session.environment.input));
  return gateway::ImportStore(file.get(), *store, *queue);
}

}  // namespace

int RunStore(const Command& command, const Arguments& arguments, const Session& session) {
  if (!arguments.Has(kStoreUrl)) {
    return FailUsage(session,
                     "--store is missing; wanted --store=sqlite:PATH or "
                     "--store=redis://HOST:PORT/DATABASE");
  }
  const bool is_export = command.name == kStoreExport;
  const absl::StatusOr<TransferCounts> counts = Transfer(is_export, arguments, session);
  if (!counts.ok() && session.out.is_reader_gone()) return kExitReaderGone;
  if (!counts.ok()) return FailSetup(session, counts.status());
  const std::string resumed =
      counts->resumed > 0 ? absl::StrCat(" (", counts->resumed, " of them by an earlier run)") : "";
  session.err.Write(absl::StrCat("allreview: ", is_export ? "exported " : "imported ",
                                 counts->entries, " entries and ", counts->jobs, " jobs", resumed,
                                 "\n"));
  return kExitOk;
}

}  // namespace allreview::cli
