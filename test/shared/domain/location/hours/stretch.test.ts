import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined, type Stretch, without } from '../../../../../shared/domain/location/hours/stretch.ts';

const minutesOfDay = 24 * 60;

/** Of a short day too, in which stretches touch, nest and end together more often than in a long one. */
const stretches = fc.constantFrom(12, minutesOfDay).chain((day) =>
  fc.array(
    fc
      .tuple(fc.nat({ max: day - 1 }), fc.nat({ max: day }))
      .map(([start, end]): Stretch => ({ start, end: Math.max(start + 1, end) })),
    { maxLength: 20 },
  ),
);

/** Cut after cut out of each piece that the ones before it have left. */
const cutOneByOne = (whole: readonly Stretch[], cuts: readonly Stretch[]) =>
  cuts.reduce<readonly Stretch[]>(
    (rest, cut) =>
      rest.flatMap(({ start, end }) =>
        [
          { start, end: Math.min(end, cut.start) },
          { start: Math.max(start, cut.end), end },
        ].filter((piece) => piece.start < piece.end),
      ),
    whole,
  );

describe('what cuts leave of stretches', () => {
  it('is what is left when they are taken out one by one', async () => {
    await fc.assert(
      fc.property(stretches, stretches, (hours, cuts) => {
        const whole = joined(hours);
        expect(without(whole, cuts)).toEqual(cutOneByOne(whole, cuts));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes a cut over several stretches out of each of them', () => {
    const hours = [9, 11, 13].map((start) => ({ start, end: start + 1 }));
    expect(without(hours, [{ start: 9, end: 14 }])).toEqual([]);
    expect(without([{ start: 8, end: 10 }, ...hours.slice(1)], [{ start: 9, end: 13 }])).toEqual([
      { start: 8, end: 9 },
      { start: 13, end: 14 },
    ]);
  });

  it('goes along them once, however many there are', () => {
    const everyOtherMinute = Array.from({ length: minutesOfDay / 2 }, (_, index) => ({
      start: 2 * index,
      end: 2 * index + 1,
    }));
    const cuts = Array.from({ length: 50_000 }, () => ({ start: minutesOfDay - 2, end: minutesOfDay - 1 }));
    const before = process.cpuUsage();
    expect(without(everyOtherMinute, cuts)).toHaveLength(everyOtherMinute.length - 1);
    // One by one these take seconds.
    expect(process.cpuUsage(before).user / 1e3).toBeLessThan(1_000);
  });
});
