#include "gateway/web/assets.h"

#include <map>
#include <utility>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/hash.h"
#include "gateway/web/asset_files.h"
#include "third_party/mermaid/script.h"

namespace allreview::web {
namespace {

// The frame that draws diagrams holds untrusted text beside a large library that needs inline
// styles: it has no origin, no network and no form, and may run our two scripts only. Its address
// is the only one of ours that may be framed, by ourselves.
constexpr char kFramePolicy[] =
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; sandbox allow-scripts; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'";

struct Asset {
  std::string address;  // Last part.
  std::string content_type;
  std::string body;
  http::Fields headers;
};

class Assets {
 public:
  Assets() {
    Add("page.css", "text/css; charset=utf-8", kPageCss);
    Add("parts.css", "text/css; charset=utf-8", kPartsCss);
    Add("page.js", "text/javascript; charset=utf-8", kPageJs);
    Add("keys.js", "text/javascript; charset=utf-8", kKeysJs);
    Add("changes.js", "text/javascript; charset=utf-8", kChangesJs);
    Add("icon.svg", "image/svg+xml", kIconSvg);
    AddMermaid();
    Add("frame.js", "text/javascript; charset=utf-8", kFrameJs);
    AddFrame();
    // Names the frame by its hashed address, which scripts cannot know.
    std::string diagrams = absl::StrCat("'use strict';\nconst frameAddress = '/assets/",
                                        ByName("frame.html").address, "';\n", kDiagramsJs);
    Add("diagrams.js", "text/javascript; charset=utf-8", std::move(diagrams));
  }

  const Asset& ByName(absl::string_view name) const {
    const auto found = assets_.find(std::string(name));
    CHECK(found != assets_.end()) << "there is no asset " << std::string(name);
    return found->second;
  }

  const Asset* ByAddress(absl::string_view address) const {
    for (const auto& [name, asset] : assets_) {
      if (asset.address == address) return &asset;
    }
    return nullptr;
  }

 private:
  // "page.css" -> "page.0123456789abcdef.css"
  static std::string Hashed(absl::string_view name, absl::string_view hash) {
    const size_t dot = name.rfind('.');
    return absl::StrCat(name.substr(0, dot), ".", hash.substr(0, 16), name.substr(dot));
  }

  void Add(absl::string_view name, absl::string_view type, std::string body,
           http::Fields headers = {}) {
    std::string address = Hashed(name, Sha256Hex(absl::StrCat(body, type)));
    assets_[std::string(name)] = {std::move(address), std::string(type), std::move(body),
                                  std::move(headers)};
  }

  void AddMermaid() {
    std::string packed;
    CHECK(absl::Base64Unescape(third_party::kMermaid, &packed));
    // All browsers that can run it read gzip, and it is never sent in another way.
    assets_["mermaid.js"] = {Hashed("mermaid.js", third_party::kMermaidSha256),
                             "text/javascript; charset=utf-8",
                             std::move(packed),
                             {{"Content-Encoding", "gzip"}}};
  }

  void AddFrame() {
    const Html page =
        El("html", {Attr("lang", "en"),
                    El("head", {El("meta", {Attr("charset", "utf-8")}), El("title", {"Diagrams"}),
                                El("script", {Src(UrlOf("mermaid.js")), Attr("defer", "")}),
                                El("script", {Src(UrlOf("frame.js")), Attr("defer", "")})}),
                    El("body", {})});
    // A sandboxed document has no origin of its own, so 'self' of frame-ancestors is the page's.
    Add("frame.html", "text/html; charset=utf-8",
        absl::StrCat("<!DOCTYPE html>\n", page.markup(), "\n"),
        {{"Content-Security-Policy", kFramePolicy}, {"X-Frame-Options", "SAMEORIGIN"}});
  }

  Url UrlOf(absl::string_view name) const { return Url::Local({"assets", ByName(name).address}); }

  std::map<std::string, Asset> assets_;
};

const Assets& AllAssets() {
  static const Assets* const assets = new Assets();
  return *assets;
}

}  // namespace

Url AssetUrl(absl::string_view name) {
  return Url::Local({"assets", AllAssets().ByName(name).address});
}

std::optional<http::HttpResponse> AssetResponse(absl::string_view hashed_name) {
  const Asset* asset = AllAssets().ByAddress(hashed_name);
  if (asset == nullptr) return std::nullopt;
  http::HttpResponse response = {
      .content_type = asset->content_type, .headers = asset->headers, .body = asset->body};
  response.headers.emplace_back("Cache-Control", "public, max-age=31536000, immutable");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  // The frame, which has no origin, loads its scripts from here.
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "cross-origin");
  return response;
}

}  // namespace allreview::web
