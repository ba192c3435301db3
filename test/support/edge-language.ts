import ts from 'typescript';

const kinds = ts.SyntaxKind;

/**
 * Syntax that the portal's programs use of the language of CloudFront's functions: ES5.1 with const, let, arrows, rest
 * parameters and templates.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
const known = new Set<ts.SyntaxKind>([
  kinds.ArrayLiteralExpression,
  kinds.ArrowFunction,
  kinds.BinaryExpression,
  kinds.Block,
  kinds.CallExpression,
  kinds.ColonToken,
  kinds.ConditionalExpression,
  kinds.ElementAccessExpression,
  kinds.EndOfFileToken,
  kinds.EqualsEqualsEqualsToken,
  kinds.EqualsGreaterThanToken,
  kinds.EqualsToken,
  kinds.ExpressionStatement,
  kinds.FunctionDeclaration,
  kinds.GreaterThanToken,
  kinds.Identifier,
  kinds.IfStatement,
  kinds.NumericLiteral,
  kinds.ObjectLiteralExpression,
  kinds.Parameter,
  kinds.PropertyAccessExpression,
  kinds.PropertyAssignment,
  kinds.QuestionToken,
  kinds.RegularExpressionLiteral,
  kinds.ReturnStatement,
  kinds.StringLiteral,
  kinds.TemplateExpression,
  kinds.TemplateHead,
  kinds.TemplateMiddle,
  kinds.TemplateSpan,
  kinds.TemplateTail,
  kinds.VariableDeclaration,
  kinds.VariableDeclarationList,
  kinds.VariableStatement,
]);

/** Methods on the same page that the programs call. */
const knownMethods = new Set([
  'endsWith',
  'forEach',
  'includes',
  'join',
  'keys',
  'lastIndexOf',
  'push',
  'replace',
  'slice',
]);

const isUnknown = (node: ts.Node): boolean => {
  if (!known.has(node.kind)) return true;
  // Default parameters came with ES6.
  if (ts.isParameter(node)) return node.initializer !== undefined;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    !knownMethods.has(node.expression.name.text)
  );
};

/** Returns the parts of a program that CloudFront's functions are not known to support, as source text. */
export const beyondEdgeLanguage = (code: string): string[] => {
  const file = ts.createSourceFile('function.js', code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isUnknown(node)) found.push(node.getText(file));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
};
