import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { wireFormat } from '../../shared/http/representation.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

/** Number of the wire format, and a hash of response bodies in that format. */
const recorded = { wireFormat: 1, bodies: 'XjrrQMVOlmhwWAt1TMGd6LMLXryn50JnKgNYKA755O8' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:00:00Z') });
  return () => void vi.useRealTimers();
});

it('the wire format has a new number if responses for the fixture change', async () => {
  const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
  const hash = createHash('sha256');
  for (const path of [...v2Paths, ...v3Paths.filter((each) => !/export|places/.test(each))])
    for (const accept of ['application/json', 'application/geo+json'])
      hash.update((await target.send({ path, headers: { accept } })).body);
  // If this fails, clients could keep bodies in the old format: increment `wireFormat`, and record both values here. If
  // only the fixture changed, record the hash.
  expect({ wireFormat, bodies: hash.digest('base64url') }).toEqual(recorded);
});
