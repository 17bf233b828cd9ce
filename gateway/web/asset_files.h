#ifndef GATEWAY_WEB_ASSET_FILES_H_
#define GATEWAY_WEB_ASSET_FILES_H_

// Files of this folder that the build turns into constants; see BUILD.bazel.

namespace allreview::web {

extern const char kPageCss[];
extern const char kPartsCss[];
extern const char kPageJs[];
extern const char kChangesJs[];
extern const char kDiagramsJs[];
extern const char kKeysJs[];
extern const char kFrameJs[];
extern const char kIconSvg[];

}  // namespace allreview::web

#endif  // GATEWAY_WEB_ASSET_FILES_H_
