import ts from 'typescript';

/**
 * Syntax that CloudFront supports in the portal's functions: ES5.1 with const, let, arrow functions, rest parameters
 * and template literals.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/functions-javascript-runtime-20.html
 */
const knownNames = `
  ArrayLiteralExpression ArrowFunction BinaryExpression Block CallExpression ColonToken
  ConditionalExpression ElementAccessExpression EndOfFileToken EqualsEqualsEqualsToken
  EqualsGreaterThanToken EqualsToken ExpressionStatement FunctionDeclaration GreaterThanToken Identifier
  IfStatement NumericLiteral ObjectLiteralExpression Parameter PropertyAccessExpression PropertyAssignment
  QuestionToken RegularExpressionLiteral ReturnStatement StringLiteral TemplateExpression TemplateHead
  TemplateMiddle TemplateSpan TemplateTail VariableDeclaration VariableDeclarationList VariableStatement`;
const known = new Set(knownNames.split(/\s+/).map((name) => Reflect.get(ts.SyntaxKind, name)));

/** Supported methods that the functions call, as listed on the same page. */
const knownMethods = new Set('endsWith forEach includes join keys lastIndexOf push replace slice'.split(' '));

const isUnknown = (node: ts.Node): boolean => {
  if (!known.has(node.kind)) return true;
  // Default parameters are not part of ES5.1.
  if (ts.isParameter(node)) return node.initializer !== undefined;
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    !knownMethods.has(node.expression.name.text)
  );
};

/** Returns, as source text, the parts of a program that CloudFront Functions are not known to support. */
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
