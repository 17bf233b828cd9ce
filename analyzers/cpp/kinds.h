#ifndef ANALYZERS_CPP_KINDS_H_
#define ANALYZERS_CPP_KINDS_H_

// Kinds and fields of syntax nodes of C++ and CUDA, named as the grammar names them.

#include <cstdint>

#include "absl/strings/string_view.h"

namespace allreview::cpp {

// clang-format off
#define ALLREVIEW_CPP_KINDS(X) \
  X(kAbstractArrayDeclarator, "abstract_array_declarator") \
  X(kAbstractFunctionDeclarator, "abstract_function_declarator") \
  X(kAbstractParenthesizedDeclarator, "abstract_parenthesized_declarator") \
  X(kAbstractPointerDeclarator, "abstract_pointer_declarator") \
  X(kAbstractReferenceDeclarator, "abstract_reference_declarator") \
  X(kAccessSpecifier, "access_specifier") \
  X(kAliasDeclaration, "alias_declaration") \
  X(kAlignasQualifier, "alignas_qualifier") \
  X(kAlignofExpression, "alignof_expression") \
  X(kArgumentList, "argument_list") \
  X(kArrayDeclarator, "array_declarator") \
  X(kAssignmentExpression, "assignment_expression") \
  X(kAttribute, "attribute") \
  X(kAttributeDeclaration, "attribute_declaration") \
  X(kAttributeSpecifier, "attribute_specifier") \
  X(kAttributedDeclarator, "attributed_declarator") \
  X(kAttributedStatement, "attributed_statement") \
  X(kAuto, "auto") \
  X(kBaseClassClause, "base_class_clause") \
  X(kBinaryExpression, "binary_expression") \
  X(kBitfieldClause, "bitfield_clause") \
  X(kBreakStatement, "break_statement") \
  X(kCallExpression, "call_expression") \
  X(kCaseStatement, "case_statement") \
  X(kCastExpression, "cast_expression") \
  X(kCatchClause, "catch_clause") \
  X(kCharLiteral, "char_literal") \
  X(kCharacter, "character") \
  X(kClassSpecifier, "class_specifier") \
  X(kCoAwaitExpression, "co_await_expression") \
  X(kCoReturnStatement, "co_return_statement") \
  X(kCoYieldStatement, "co_yield_statement") \
  X(kCommaExpression, "comma_expression") \
  X(kComment, "comment") \
  X(kCompoundLiteralExpression, "compound_literal_expression") \
  X(kCompoundRequirement, "compound_requirement") \
  X(kCompoundStatement, "compound_statement") \
  X(kConcatenatedString, "concatenated_string") \
  X(kConceptDefinition, "concept_definition") \
  X(kConditionClause, "condition_clause") \
  X(kConditionalExpression, "conditional_expression") \
  X(kConstraintConjunction, "constraint_conjunction") \
  X(kConstraintDisjunction, "constraint_disjunction") \
  X(kContinueStatement, "continue_statement") \
  X(kDeclaration, "declaration") \
  X(kDeclarationList, "declaration_list") \
  X(kDecltype, "decltype") \
  X(kDefaultMethodClause, "default_method_clause") \
  X(kDeleteExpression, "delete_expression") \
  X(kDeleteMethodClause, "delete_method_clause") \
  X(kDependentName, "dependent_name") \
  X(kDependentType, "dependent_type") \
  X(kDestructorName, "destructor_name") \
  X(kDoStatement, "do_statement") \
  X(kElseClause, "else_clause") \
  X(kEnumSpecifier, "enum_specifier") \
  X(kEnumerator, "enumerator") \
  X(kEnumeratorList, "enumerator_list") \
  X(kEscapeSequence, "escape_sequence") \
  X(kExplicitFunctionSpecifier, "explicit_function_specifier") \
  X(kExpressionStatement, "expression_statement") \
  X(kExtensionExpression, "extension_expression") \
  X(kFalse, "false") \
  X(kFieldDeclaration, "field_declaration") \
  X(kFieldDeclarationList, "field_declaration_list") \
  X(kFieldDesignator, "field_designator") \
  X(kFieldExpression, "field_expression") \
  X(kFieldIdentifier, "field_identifier") \
  X(kFieldInitializer, "field_initializer") \
  X(kFieldInitializerList, "field_initializer_list") \
  X(kFoldExpression, "fold_expression") \
  X(kForRangeLoop, "for_range_loop") \
  X(kForStatement, "for_statement") \
  X(kFriendDeclaration, "friend_declaration") \
  X(kFunctionDeclarator, "function_declarator") \
  X(kFunctionDefinition, "function_definition") \
  X(kGenericExpression, "generic_expression") \
  X(kGnuAsmClobberList, "gnu_asm_clobber_list") \
  X(kGnuAsmExpression, "gnu_asm_expression") \
  X(kGnuAsmGotoList, "gnu_asm_goto_list") \
  X(kGnuAsmInputOperand, "gnu_asm_input_operand") \
  X(kGnuAsmInputOperandList, "gnu_asm_input_operand_list") \
  X(kGnuAsmOutputOperand, "gnu_asm_output_operand") \
  X(kGnuAsmOutputOperandList, "gnu_asm_output_operand_list") \
  X(kGnuAsmQualifier, "gnu_asm_qualifier") \
  X(kGotoStatement, "goto_statement") \
  X(kIdentifier, "identifier") \
  X(kIfStatement, "if_statement") \
  X(kInitDeclarator, "init_declarator") \
  X(kInitStatement, "init_statement") \
  X(kInitializerList, "initializer_list") \
  X(kInitializerPair, "initializer_pair") \
  X(kKernelCallSyntax, "kernel_call_syntax") \
  X(kLabeledStatement, "labeled_statement") \
  X(kLambdaCaptureInitializer, "lambda_capture_initializer") \
  X(kLambdaCaptureSpecifier, "lambda_capture_specifier") \
  X(kLambdaDefaultCapture, "lambda_default_capture") \
  X(kLambdaExpression, "lambda_expression") \
  X(kLaunchBounds, "launch_bounds") \
  X(kLinkageSpecification, "linkage_specification") \
  X(kLiteralSuffix, "literal_suffix") \
  X(kMsBasedModifier, "ms_based_modifier") \
  X(kMsCallModifier, "ms_call_modifier") \
  X(kMsDeclspecModifier, "ms_declspec_modifier") \
  X(kMsPointerModifier, "ms_pointer_modifier") \
  X(kMsRestrictModifier, "ms_restrict_modifier") \
  X(kMsSignedPtrModifier, "ms_signed_ptr_modifier") \
  X(kMsUnalignedPtrModifier, "ms_unaligned_ptr_modifier") \
  X(kMsUnsignedPtrModifier, "ms_unsigned_ptr_modifier") \
  X(kNamespaceAliasDefinition, "namespace_alias_definition") \
  X(kNamespaceDefinition, "namespace_definition") \
  X(kNamespaceIdentifier, "namespace_identifier") \
  X(kNestedNamespaceSpecifier, "nested_namespace_specifier") \
  X(kNewDeclarator, "new_declarator") \
  X(kNewExpression, "new_expression") \
  X(kNoexcept, "noexcept") \
  X(kNullptr, "null") \
  X(kNumberLiteral, "number_literal") \
  X(kOffsetofExpression, "offsetof_expression") \
  X(kOperatorCast, "operator_cast") \
  X(kOperatorName, "operator_name") \
  X(kOptionalParameterDeclaration, "optional_parameter_declaration") \
  X(kOptionalTypeParameterDeclaration, "optional_type_parameter_declaration") \
  X(kParameterDeclaration, "parameter_declaration") \
  X(kParameterList, "parameter_list") \
  X(kParameterPackExpansion, "parameter_pack_expansion") \
  X(kParenthesizedDeclarator, "parenthesized_declarator") \
  X(kParenthesizedExpression, "parenthesized_expression") \
  X(kPlaceholderTypeSpecifier, "placeholder_type_specifier") \
  X(kPointerDeclarator, "pointer_declarator") \
  X(kPointerExpression, "pointer_expression") \
  X(kPointerTypeDeclarator, "pointer_type_declarator") \
  X(kPreprocArg, "preproc_arg") \
  X(kPreprocCall, "preproc_call") \
  X(kPreprocDef, "preproc_def") \
  X(kPreprocDefined, "preproc_defined") \
  X(kPreprocDirective, "preproc_directive") \
  X(kPreprocElif, "preproc_elif") \
  X(kPreprocElifdef, "preproc_elifdef") \
  X(kPreprocElse, "preproc_else") \
  X(kPreprocFunctionDef, "preproc_function_def") \
  X(kPreprocIf, "preproc_if") \
  X(kPreprocIfdef, "preproc_ifdef") \
  X(kPreprocInclude, "preproc_include") \
  X(kPreprocParams, "preproc_params") \
  X(kPrimitiveType, "primitive_type") \
  X(kPureVirtualClause, "pure_virtual_clause") \
  X(kQualifiedIdentifier, "qualified_identifier") \
  X(kRawStringContent, "raw_string_content") \
  X(kRawStringDelimiter, "raw_string_delimiter") \
  X(kRawStringLiteral, "raw_string_literal") \
  X(kRefQualifier, "ref_qualifier") \
  X(kReferenceDeclarator, "reference_declarator") \
  X(kRequirementSeq, "requirement_seq") \
  X(kRequiresClause, "requires_clause") \
  X(kRequiresExpression, "requires_expression") \
  X(kReturnStatement, "return_statement") \
  X(kSehExceptClause, "seh_except_clause") \
  X(kSehFinallyClause, "seh_finally_clause") \
  X(kSehLeaveStatement, "seh_leave_statement") \
  X(kSehTryStatement, "seh_try_statement") \
  X(kSimpleRequirement, "simple_requirement") \
  X(kSizedTypeSpecifier, "sized_type_specifier") \
  X(kSizeofExpression, "sizeof_expression") \
  X(kStatementIdentifier, "statement_identifier") \
  X(kStaticAssertDeclaration, "static_assert_declaration") \
  X(kStorageClassSpecifier, "storage_class_specifier") \
  X(kStringContent, "string_content") \
  X(kStringLiteral, "string_literal") \
  X(kStructSpecifier, "struct_specifier") \
  X(kStructuredBindingDeclarator, "structured_binding_declarator") \
  X(kSubscriptArgumentList, "subscript_argument_list") \
  X(kSubscriptDesignator, "subscript_designator") \
  X(kSubscriptExpression, "subscript_expression") \
  X(kSubscriptRangeDesignator, "subscript_range_designator") \
  X(kSwitchStatement, "switch_statement") \
  X(kSystemLibString, "system_lib_string") \
  X(kTemplateArgumentList, "template_argument_list") \
  X(kTemplateDeclaration, "template_declaration") \
  X(kTemplateFunction, "template_function") \
  X(kTemplateInstantiation, "template_instantiation") \
  X(kTemplateMethod, "template_method") \
  X(kTemplateParameterList, "template_parameter_list") \
  X(kTemplateTemplateParameterDeclaration, "template_template_parameter_declaration") \
  X(kTemplateType, "template_type") \
  X(kThis, "this") \
  X(kThrowSpecifier, "throw_specifier") \
  X(kThrowStatement, "throw_statement") \
  X(kTrailingReturnType, "trailing_return_type") \
  X(kTranslationUnit, "translation_unit") \
  X(kTrue, "true") \
  X(kTryStatement, "try_statement") \
  X(kTypeDefinition, "type_definition") \
  X(kTypeDescriptor, "type_descriptor") \
  X(kTypeIdentifier, "type_identifier") \
  X(kTypeParameterDeclaration, "type_parameter_declaration") \
  X(kTypeQualifier, "type_qualifier") \
  X(kTypeRequirement, "type_requirement") \
  X(kUnaryExpression, "unary_expression") \
  X(kUnionSpecifier, "union_specifier") \
  X(kUpdateExpression, "update_expression") \
  X(kUserDefinedLiteral, "user_defined_literal") \
  X(kUsingDeclaration, "using_declaration") \
  X(kVariadicDeclarator, "variadic_declarator") \
  X(kVariadicParameterDeclaration, "variadic_parameter_declaration") \
  X(kVariadicTypeParameterDeclaration, "variadic_type_parameter_declaration") \
  X(kVirtualSpecifier, "virtual_specifier") \
  X(kWhileStatement, "while_statement")

#define ALLREVIEW_CPP_FIELDS(X) \
  X(kAlternative, "alternative") \
  X(kArgument, "argument") \
  X(kArguments, "arguments") \
  X(kAssemblyCode, "assembly_code") \
  X(kBase, "base") \
  X(kBody, "body") \
  X(kCaptures, "captures") \
  X(kClobbers, "clobbers") \
  X(kCondition, "condition") \
  X(kConsequence, "consequence") \
  X(kConstraint, "constraint") \
  X(kDeclarator, "declarator") \
  X(kDefaultType, "default_type") \
  X(kDefaultValue, "default_value") \
  X(kDelimiter, "delimiter") \
  X(kDesignator, "designator") \
  X(kDirective, "directive") \
  X(kEnd, "end") \
  X(kField, "field") \
  X(kFilter, "filter") \
  X(kFunction, "function") \
  X(kGotoLabels, "goto_labels") \
  X(kIndices, "indices") \
  X(kInitializer, "initializer") \
  X(kInputOperands, "input_operands") \
  X(kLabel, "label") \
  X(kLeft, "left") \
  X(kLength, "length") \
  X(kMember, "member") \
  X(kMessage, "message") \
  X(kName, "name") \
  X(kOperand, "operand") \
  X(kOperator, "operator") \
  X(kOutputOperands, "output_operands") \
  X(kParameters, "parameters") \
  X(kPath, "path") \
  X(kPattern, "pattern") \
  X(kPlacement, "placement") \
  X(kPrefix, "prefix") \
  X(kRegister, "register") \
  X(kRequirements, "requirements") \
  X(kRight, "right") \
  X(kScope, "scope") \
  X(kSize, "size") \
  X(kStart, "start") \
  X(kSymbol, "symbol") \
  X(kTemplateParameters, "template_parameters") \
  X(kType, "type") \
  X(kUpdate, "update") \
  X(kValue, "value")
// clang-format on

enum class Kind : uint8_t {
  kNull,   // The null node.
  kToken,  // Punctuation, operator or keyword: look at the text.
  kError,  // The parser made no sense of this. It happens on valid code, too.
#define ALLREVIEW_KIND(name, text) name,
  ALLREVIEW_CPP_KINDS(ALLREVIEW_KIND)
#undef ALLREVIEW_KIND
};

enum class Field : uint8_t {
  kNoField,
#define ALLREVIEW_FIELD(name, text) name,
  ALLREVIEW_CPP_FIELDS(ALLREVIEW_FIELD)
#undef ALLREVIEW_FIELD
};

// The grammar's name: "function_definition".
absl::string_view KindName(Kind kind);
absl::string_view FieldName(Field field);  // "" for none.

}  // namespace allreview::cpp

#endif  // ANALYZERS_CPP_KINDS_H_
