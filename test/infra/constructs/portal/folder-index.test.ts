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

it('the viewer request function uses only syntax that CloudFront supports', () => {
  const [{ FunctionCode, FunctionConfig }] = z.tuple([edgeFunction]).parse(functions);
  expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
  expect(beyondEdgeLanguage(FunctionCode)).toEqual([]);
});

it.each([
  ['const f = ({ uri }) => uri;', '{ uri }'],
  ['const [first] = parts;', '[first]'],
  ['const f = (uri = "/") => uri;', 'uri = "/"'],
  ['parts.flatMap((each) => each);', 'parts.flatMap((each) => each)'],
  ['const all = [...parts];', '...parts'],
  ['const uri = request?.uri;', '?.'],
  ['const uri = request.uri ?? "/";', '??'],
  ['for (const part of parts) push(part);', 'for (const part of parts) push(part);'],
  ['const request = { uri };', 'uri'],
  ['class Request {}', 'class Request {}'],
])('the check for unsupported syntax reports %s', (code, found) => {
  expect(beyondEdgeLanguage(code)).toContain(found);
});
