#ifndef ANALYZERS_PYTHON_KINDS_H_
#define ANALYZERS_PYTHON_KINDS_H_

// Kinds and fields of syntax nodes, named as the grammar names them. A test checks that the grammar
// knows each of them, and that none of its named kinds is missing here.

#include <cstdint>

#include "absl/strings/string_view.h"

namespace allreview::python {

// clang-format off
#define ALLREVIEW_PYTHON_KINDS(X) \
  X(kAliasedImport, "aliased_import") \
  X(kArgumentList, "argument_list") \
  X(kAsPattern, "as_pattern") \
  X(kAsPatternTarget, "as_pattern_target") \
  X(kAssertStatement, "assert_statement") \
  X(kAssignment, "assignment") \
  X(kAttribute, "attribute") \
  X(kAugmentedAssignment, "augmented_assignment") \
  X(kAwait, "await") \
  X(kBinaryOperator, "binary_operator") \
  X(kBlock, "block") \
  X(kBooleanOperator, "boolean_operator") \
  X(kBreakStatement, "break_statement") \
  X(kCall, "call") \
  X(kCaseClause, "case_clause") \
  X(kCasePattern, "case_pattern") \
  X(kChevron, "chevron") \
  X(kClassDefinition, "class_definition") \
  X(kClassPattern, "class_pattern") \
  X(kComment, "comment") \
  X(kComparisonOperator, "comparison_operator") \
  X(kComplexPattern, "complex_pattern") \
  X(kConcatenatedString, "concatenated_string") \
  X(kConditionalExpression, "conditional_expression") \
  X(kConstrainedType, "constrained_type") \
  X(kContinueStatement, "continue_statement") \
  X(kDecoratedDefinition, "decorated_definition") \
  X(kDecorator, "decorator") \
  X(kDefaultParameter, "default_parameter") \
  X(kDeleteStatement, "delete_statement") \
  X(kDictPattern, "dict_pattern") \
  X(kDictionary, "dictionary") \
  X(kDictionaryComprehension, "dictionary_comprehension") \
  X(kDictionarySplat, "dictionary_splat") \
  X(kDictionarySplatPattern, "dictionary_splat_pattern") \
  X(kDottedName, "dotted_name") \
  X(kElifClause, "elif_clause") \
  X(kEllipsis, "ellipsis") \
  X(kElseClause, "else_clause") \
  X(kEscapeInterpolation, "escape_interpolation") \
  X(kEscapeSequence, "escape_sequence") \
  X(kExceptClause, "except_clause") \
  X(kExecStatement, "exec_statement") \
  X(kExpressionList, "expression_list") \
  X(kExpressionStatement, "expression_statement") \
  X(kFalse, "false") \
  X(kFinallyClause, "finally_clause") \
  X(kFloat, "float") \
  X(kForInClause, "for_in_clause") \
  X(kForStatement, "for_statement") \
  X(kFormatExpression, "format_expression") \
  X(kFormatSpecifier, "format_specifier") \
  X(kFunctionDefinition, "function_definition") \
  X(kFutureImportStatement, "future_import_statement") \
  X(kGeneratorExpression, "generator_expression") \
  X(kGenericType, "generic_type") \
  X(kGlobalStatement, "global_statement") \
  X(kIdentifier, "identifier") \
  X(kIfClause, "if_clause") \
  X(kIfStatement, "if_statement") \
  X(kImportFromStatement, "import_from_statement") \
  X(kImportPrefix, "import_prefix") \
  X(kImportStatement, "import_statement") \
  X(kInteger, "integer") \
  X(kInterpolation, "interpolation") \
  X(kKeywordArgument, "keyword_argument") \
  X(kKeywordPattern, "keyword_pattern") \
  X(kKeywordSeparator, "keyword_separator") \
  X(kLambda, "lambda") \
  X(kLambdaParameters, "lambda_parameters") \
  X(kLineContinuation, "line_continuation") \
  X(kList, "list") \
  X(kListComprehension, "list_comprehension") \
  X(kListPattern, "list_pattern") \
  X(kListSplat, "list_splat") \
  X(kListSplatPattern, "list_splat_pattern") \
  X(kMatchStatement, "match_statement") \
  X(kMemberType, "member_type") \
  X(kModule, "module") \
  X(kNamedExpression, "named_expression") \
  X(kNone, "none") \
  X(kNonlocalStatement, "nonlocal_statement") \
  X(kNotOperator, "not_operator") \
  X(kPair, "pair") \
  X(kParameters, "parameters") \
  X(kParenthesizedExpression, "parenthesized_expression") \
  X(kParenthesizedListSplat, "parenthesized_list_splat") \
  X(kPassStatement, "pass_statement") \
  X(kPatternList, "pattern_list") \
  X(kPositionalSeparator, "positional_separator") \
  X(kPrintStatement, "print_statement") \
  X(kRaiseStatement, "raise_statement") \
  X(kRelativeImport, "relative_import") \
  X(kReturnStatement, "return_statement") \
  X(kSet, "set") \
  X(kSetComprehension, "set_comprehension") \
  X(kSlice, "slice") \
  X(kSplatPattern, "splat_pattern") \
  X(kSplatType, "splat_type") \
  X(kString, "string") \
  X(kStringContent, "string_content") \
  X(kStringEnd, "string_end") \
  X(kStringStart, "string_start") \
  X(kSubscript, "subscript") \
  X(kTrue, "true") \
  X(kTryStatement, "try_statement") \
  X(kTuple, "tuple") \
  X(kTuplePattern, "tuple_pattern") \
  X(kType, "type") \
  X(kTypeAliasStatement, "type_alias_statement") \
  X(kTypeConversion, "type_conversion") \
  X(kTypeParameter, "type_parameter") \
  X(kTypedDefaultParameter, "typed_default_parameter") \
  X(kTypedParameter, "typed_parameter") \
  X(kUnaryOperator, "unary_operator") \
  X(kUnionPattern, "union_pattern") \
  X(kUnionType, "union_type") \
  X(kWhileStatement, "while_statement") \
  X(kWildcardImport, "wildcard_import") \
  X(kWithClause, "with_clause") \
  X(kWithItem, "with_item") \
  X(kWithStatement, "with_statement") \
  X(kYield, "yield")

#define ALLREVIEW_PYTHON_FIELDS(X) \
  X(kAlias, "alias") \
  X(kAlternative, "alternative") \
  X(kArgument, "argument") \
  X(kArguments, "arguments") \
  X(kAttribute, "attribute") \
  X(kBody, "body") \
  X(kCause, "cause") \
  X(kCode, "code") \
  X(kCondition, "condition") \
  X(kConsequence, "consequence") \
  X(kDefinition, "definition") \
  X(kExpression, "expression") \
  X(kFormatSpecifier, "format_specifier") \
  X(kFunction, "function") \
  X(kGuard, "guard") \
  X(kKey, "key") \
  X(kLeft, "left") \
  X(kModuleName, "module_name") \
  X(kName, "name") \
  X(kObject, "object") \
  X(kOperator, "operator") \
  X(kOperators, "operators") \
  X(kParameters, "parameters") \
  X(kReturnType, "return_type") \
  X(kRight, "right") \
  X(kSubject, "subject") \
  X(kSubscript, "subscript") \
  X(kSuperclasses, "superclasses") \
  X(kType, "type") \
  X(kTypeConversion, "type_conversion") \
  X(kTypeParameters, "type_parameters") \
  X(kValue, "value")
// clang-format on

enum class Kind : uint8_t {
  kNull,   // Of the null node.
  kToken,  // Punctuation, operator or keyword: look at the text.
  kError,  // The parser made no sense of this. It happens on valid code, too.
#define ALLREVIEW_KIND(name, text) name,
  ALLREVIEW_PYTHON_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
};

inline constexpr int kKindCount = 3
#define ALLREVIEW_KIND(name, text) +1
    ALLREVIEW_PYTHON_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
    ;

enum class Field : uint8_t {
  kNoField,
#define ALLREVIEW_FIELD(name, text) name,
  ALLREVIEW_PYTHON_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
};

// The grammar's name: "function_definition".
absl::string_view KindName(Kind kind);

}  // namespace allreview::python

#endif  // ANALYZERS_PYTHON_KINDS_H_
