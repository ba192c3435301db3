import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  keptPoint,
  nearbyPointUtf8,
  pointInString,
} from '../../../../shared/wire/locations-v2/kept-point.ts';
import { nearbyPointText, pointLine, pointText } from '../../../../shared/wire/locations-v2/point-text.ts';
import { evenlyBetween } from '../../../support/load/evenly-between.ts';
import { locations } from '../random-location.ts';

it('a point stands within a JSON string as JSON.stringify would have it, the first time and every other', async () => {
  await fc.assert(
    fc.property(locations, (location) => {
      const point = keptPoint(pointLine(location));
      const written = JSON.stringify(pointText(point.line));
      expect(`"${pointInString(point)}"`).toBe(written);
      expect(`"${pointInString(point)}"`).toBe(written);
    }),
  );
});

const distances = evenlyBetween(0, 20_038);

it('a point with its distance is encoded as its text is, the first time and every other', async () => {
  await fc.assert(
    fc.property(locations, distances, distances, (location, distanceKm, otherKm) => {
      const point = keptPoint(pointLine(location));
      for (const each of [distanceKm, otherKm]) {
        const bytes = Buffer.from(nearbyPointUtf8(point, each), 'latin1');
        expect(bytes.toString()).toBe(nearbyPointText(point.line, each));
      }
    }),
  );
});
