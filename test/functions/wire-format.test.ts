import { createHash } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { wireFormat } from '../../shared/http/representation.ts';
import { publishedFixture } from '../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../support/targets/locations-handlers.ts';
import { v2Paths, v3Paths } from '../support/targets/operation-paths.ts';

/** Number of the wire format, and a hash of response bodies in that format. */
const recorded = { wireFormat: 1, bodies: 'RgHkbYxGpAkb2avMAfYVQZNjrv8jPv8IcpQ1kAjj6To' };

const workCentres = '/locations/v3/workcentres';
const at = 'open_at=2026-11-24T10:30&parcel=300x200x100,1000';
const extras = `fields=opening,availability,former_ids,parcel_limits,lifecycle&${at}`;
const capabilityExtras = `fields=attributes.operational_capabilities.opening&${at}`;

const requests = [
  ...[
    ...v2Paths,
    ...v3Paths.filter((path) => !/export|places/.test(path)),
    `${workCentres}?size=100&${extras}`,
    `${workCentres}/900030_PO?${extras}`,
    `${workCentres}/900040_PO?${extras}`,
  ].flatMap((path) => ['application/json', 'application/geo+json'].map((accept) => ({ path, accept }))),
  { path: `${workCentres}?size=100&${capabilityExtras}`, accept: 'application/json' },
];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T02:00:00Z') });
  return () => void vi.useRealTimers();
});

it('the wire format has a new number if responses for the fixture change', async () => {
  const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
  const hash = createHash('sha256');
  for (const { path, accept } of requests) {
    const { status, body } = await target.send({ path, headers: { accept } });
    // Errors have random ids.
    expect([path, status]).toEqual([path, 200]);
    hash.update(body);
  }
  // If this fails, clients could keep bodies in the old format: increment `wireFormat`, and record both values here. If
  // only the fixture changed, record the hash.
  expect({ wireFormat, bodies: hash.digest('base64url') }).toEqual(recorded);
});
