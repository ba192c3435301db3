import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { beyondEdgeLanguage } from '../../../support/edge-language.ts';
import { propertiesOf, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

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
