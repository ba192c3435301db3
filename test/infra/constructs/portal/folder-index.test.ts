import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { propertiesOf, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

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
const beyondEdgeLanguage = (code: string): string[] => {
  const file = ts.createSourceFile('function.js', code, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isUnknown(node)) found.push(node.getText(file));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
};

const edgeFunction = z.object({
  FunctionCode: z.string(),
  FunctionConfig: z.object({ Runtime: z.string() }),
});

const functions = propertiesOf(synthesiseStage(stages.prod).portal, 'AWS::CloudFront::Function');

const [{ FunctionCode, FunctionConfig }] = z.tuple([edgeFunction]).parse(functions);

it('the viewer request function uses only syntax that CloudFront supports', () => {
  expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
  expect(beyondEdgeLanguage(FunctionCode)).toEqual([]);
});

const several = { a: { value: '1', multiValue: [{ value: '1' }, { value: '2' }] }, b: { value: '' } };

it.each([
  ['/docs/', {}, { uri: '/docs/index.html' }],
  ['/', {}, { uri: '/index.html' }],
  ['/docs/page.md', {}, { uri: '/docs/page.md' }],
  ['/docs', {}, { statusCode: 301, headers: { location: { value: '/docs/' } } }],
  ['/v2.0/docs', {}, { statusCode: 301, headers: { location: { value: '/v2.0/docs/' } } }],
  ['/docs', several, { statusCode: 301, headers: { location: { value: '/docs/?a=1&a=2&b' } } }],
  ['//evil.example', {}, { uri: '//evil.example' }],
  ['//evil/path', {}, { statusCode: 301, headers: { location: { value: '/evil/path/' } } }],
])('the viewer request function handles %s with the query %j', (uri, querystring, expected) => {
  const event = { request: { uri, querystring } };
  const answer: unknown = runInNewContext(`${FunctionCode}; handler(event)`, { event });
  expect(answer).toMatchObject(expected);
});

it.each([
  ['const f = ({ uri }) => uri;', '{ uri }'],
  ['const f = (uri = "/") => uri;', 'uri = "/"'],
  ['parts.flatMap((each) => each);', 'parts.flatMap((each) => each)'],
  ['const uri = request?.uri;', '?.'],
  ['for (const part of parts) push(part);', 'for (const part of parts) push(part);'],
])('the check for unsupported syntax reports %s', (code, found) => {
  expect(beyondEdgeLanguage(code)).toContain(found);
});
