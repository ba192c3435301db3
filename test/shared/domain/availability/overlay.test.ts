import { describe, expect, it } from 'vitest';
import {
  type AvailabilityReport,
  editOverlay,
  maxOverlayRows,
  type Overlay,
  type ReceivedReports,
} from '../../../../shared/domain/availability/overlay.ts';
import { seededRandom } from '../../../benchmark/network/benchmark-network.ts';

const start = Date.parse('2026-12-24T00:00:00Z');
const minute = 60_000;
const at = (minutes: number) => new Date(start + minutes * minute);
const iso = (minutes: number) => at(minutes).toISOString();

const full = (code: string, asOf: number, until: number): AvailabilityReport => ({
  location_code: code,
  accepting: false,
  reason: 'FULL',
  until: iso(until),
  as_of: iso(asOf),
});
const lifted = (code: string, asOf: number): AvailabilityReport => ({
  location_code: code,
  accepting: true,
  as_of: iso(asOf),
});
const received = (minutes: number, ...reports: AvailabilityReport[]): ReceivedReports => ({
  reports,
  receivedAt: at(minutes),
});
const replacing = (minutes: number, ...reports: AvailabilityReport[]): ReceivedReports => ({
  ...received(minutes, ...reports),
  replace: true,
});

/** Applies changes one by one, each at the time when it was received, and returns the overlay. */
const overlayOf = (...changes: ReceivedReports[]): Overlay => {
  let overlay: Overlay | undefined;
  let last = start;
  for (const change of changes) {
    last = Math.max(last, change.receivedAt.getTime());
    const editor = editOverlay(overlay, new Date(last));
    editor.add(change);
    overlay = editor.overlay();
  }
  return overlay ?? editOverlay(undefined, at(0)).overlay();
};
const rowsOf = ({ rows }: Overlay) => rows.map(({ received_at: _, ...report }) => report);

describe('reports about a location', () => {
  it('take precedence by observation time, regardless of the order in which they arrive', () => {
    const newer = full('A', 5, 90);
    expect(rowsOf(overlayOf(received(6, newer), received(7, lifted('A', 4))))).toEqual([newer]);
    expect(rowsOf(overlayOf(received(6, lifted('A', 4)), received(7, newer)))).toEqual([newer]);
  });

  it('are not overridden by an older report that arrives within an hour after they were withdrawn or expired', () => {
    const late = full('A', 1, 1_000);
    expect(rowsOf(overlayOf(received(5, lifted('A', 5)), received(64, late)))).toEqual([lifted('A', 5)]);
    expect(rowsOf(overlayOf(received(5, full('A', 5, 10)), received(69, late)))).toEqual([full('A', 5, 10)]);
    expect(rowsOf(overlayOf(received(5, lifted('A', 5)), received(66, late)))).toEqual([late]);
  });

  it('have the same result in any order and with any number of duplicates', () => {
    const random = seededRandom(20_261_224);
    const pick = <T>(values: readonly [T, ...T[]]): T =>
      values[Math.floor(random() * values.length)] ?? values[0];
    for (let round = 0; round < 300; round++) {
      const events = Array.from({ length: 8 }, () => {
        const [code, asOf] = [pick(['A', 'B', 'C']), Math.floor(random() * 5)];
        const report: AvailabilityReport = {
          ...full(code, asOf, pick([60, 70])),
          reason: pick(['FULL', 'FAULT']),
        };
        return received(5, random() < 0.4 ? lifted(code, asOf) : report);
      });
      const shuffled = [...events, ...events].map((event) => ({ event, key: random() }));
      const inAnyOrder = shuffled.sort((one, other) => one.key - other.key).map(({ event }) => event);
      const sorted = (overlay: Overlay) =>
        rowsOf(overlay).sort((one, other) => (one.location_code < other.location_code ? -1 : 1));
      expect(sorted(overlayOf(...inAnyOrder))).toEqual(sorted(overlayOf(...events)));
    }
  });
});

describe('a full import', () => {
  it('replaces reports that were received before it began, and keeps later ones', () => {
    const [before, since] = [received(1, full('A', 1, 90)), received(3, full('B', 3, 90))];
    const expected = [full('B', 3, 90), full('C', 2, 90)];
    const file = replacing(2, full('C', 2, 90));
    expect(rowsOf(overlayOf(before, since, file))).toEqual(expected);
    expect(rowsOf(overlayOf(before, file, since))).toEqual(expected.toReversed());
  });

  it('ignores reports that were received before it began, even if they are processed afterwards', () => {
    const overlay = overlayOf(replacing(2), received(1, full('A', 1, 90)));
    expect(rowsOf(overlay)).toEqual([]);
  });

  it('does not override a later observation that arrives while it runs', () => {
    const overlay = overlayOf(received(3, lifted('A', 3)), replacing(2, full('A', 2, 90)));
    expect(rowsOf(overlay)).toEqual([lifted('A', 3)]);
  });

  it('overrides older reports, even with earlier observations', () => {
    const overlay = overlayOf(received(5, full('A', 5, 90)), replacing(6, full('A', 1, 60)));
    expect(rowsOf(overlay)).toEqual([full('A', 1, 60)]);
  });
});

const many = Array.from({ length: maxOverlayRows }, (_, index) => full(`L${index}`, 0, 90));

it('a change that would give the overlay too many rows succeeds once earlier rows have expired, or if it replaces them', () => {
  const overlay = overlayOf(received(0, ...many));
  const later = editOverlay(overlay, at(151));
  later.add(received(151, full('X', 151, 190)));
  expect(later.overlay().rows).toHaveLength(1);
  const other = editOverlay(overlay, at(1));
  other.add(replacing(1, full('X', 1, 90)));
  expect(other.overlay().rows).toHaveLength(1);
});
