#ifndef SENTENCES_PHRASES_EVIDENCE_H_
#define SENTENCES_PHRASES_EVIDENCE_H_

// What evidence says in one word of its own: "relation-" and finding.v1.TestEvidence.relation,
// "delta-" and finding.v1.DeltaEvidence.what. See table.h.

#include "sentences/phrase.h"

namespace allreview::phrases {

inline constexpr Phrase kRelationReaches("relation-reaches", "reaches", "覆盖到");
inline constexpr Phrase kRelationNames("relation-names", "names", "提到了");
inline constexpr Phrase kRelationImports("relation-imports", "imports", "导入了");
inline constexpr Phrase kRelationUses("relation-uses", "uses", "使用了");
inline constexpr Phrase kDeltaParameter("delta-parameter", "parameter", "参数");
inline constexpr Phrase kDeltaDefault("delta-default", "default", "默认值");
inline constexpr Phrase kDeltaDecorator("delta-decorator", "decorator", "装饰器");
inline constexpr Phrase kDeltaCall("delta-call", "call", "调用");
inline constexpr Phrase kDeltaDefinition("delta-definition", "definition", "定义");
inline constexpr Phrase kDeltaSignature("delta-signature", "signature", "签名");

}  // namespace allreview::phrases

#endif  // SENTENCES_PHRASES_EVIDENCE_H_
