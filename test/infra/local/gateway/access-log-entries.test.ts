import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessLog } from '../../../../infra/local/gateway/access-log.ts';
import { knownByIds } from '../../../../infra/local/gateway/known-of-request.ts';
import { restApi } from './gateway-under-test.ts';

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\\', '"', '\\"', '\u007f', '\n', '\u2028', '\ud800', 'Southern "Shop"'),
);

it('an entry is one line of JSON, whatever its format, the client and the authoriser say', async () => {
  await fc.assert(
    fc.property(texts, texts, texts, texts, (name, around, path, told) => {
      const entryOf = accessLog(
        restApi([], {
          accessLogFormat: { [`a${name}`]: `${around}$context.authorizer.x`, path: '$context.resourcePath' },
        }),
      );
      const known = { ...knownByIds('', ''), resourcePath: path, authoriserContext: new Map([['x', told]]) };
      const entry = entryOf(known, { reason: told, isBroken: true });
      expect(entry).not.toContain('\n');
      expect(JSON.parse(entry)).toEqual({ [`a${name}`]: around + told, path, reason: told, broken: true });
    }),
    { numRuns: 300 },
  );
});

it('an entry without members has what the gateway adds, or nothing', () => {
  const entryOf = accessLog(restApi([], { accessLogFormat: {} }));
  const known = knownByIds('', '');
  expect(entryOf(known, { isBroken: false })).toBe('{}');
  expect(entryOf(known, { isBroken: true })).toBe('{"broken":true}');
});
