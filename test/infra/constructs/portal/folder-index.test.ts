import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { stages } from '../../../../infra/stages/stages.ts';
import { beyondEdgeLanguage } from '../../../support/edge-language.ts';
import { resourcesOfType, synthesiseStage } from '../../../support/templates/synthesised-stage.ts';

const edgeFunction = z.object({
  FunctionCode: z.string(),
  FunctionConfig: z.object({ Runtime: z.string() }),
});

describe('the function that CloudFront runs for each request', () => {
  const [only, ...others] = resourcesOfType(
    synthesiseStage(stages.prod).portal,
    'AWS::CloudFront::Function',
  ).values();
  const { FunctionCode, FunctionConfig } = edgeFunction.parse(only?.Properties);

  it('is the only one', () => {
    expect(others).toEqual([]);
  });

  it('uses only syntax that CloudFront supports, as anything else would fail every request', () => {
    expect(FunctionConfig.Runtime).toBe('cloudfront-js-2.0');
    expect(beyondEdgeLanguage(FunctionCode)).toEqual([]);
  });
});

describe('the check for unsupported syntax', () => {
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
  ])('rejects %s', (code, found) => {
    expect(beyondEdgeLanguage(code)).toContain(found);
  });
});
