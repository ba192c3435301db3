import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearbyPointsBody } from '../../../functions/locations-v2/nearby-points-body.ts';
import { keptPoint } from '../../../shared/wire/locations-v2/kept-point.ts';
import { pointLine } from '../../../shared/wire/locations-v2/point-line.ts';
import { nearbyPointText } from '../../../shared/wire/locations-v2/point-text.ts';
import { locations } from '../../shared/wire/random-location.ts';

const distances = fc.double({ min: 0, max: 20_038, noNaN: true });

it('a body in UTF-8 is the list of the texts of its points, the first time and every other', async () => {
  await fc.assert(
    fc.property(fc.array(fc.tuple(locations, distances), { maxLength: 5 }), (found) => {
      const neighbours = found.map(([location, distanceKm]) => ({
        body: keptPoint(pointLine(location)),
        distanceKm,
      }));
      const texts = neighbours.map(({ body, distanceKm }) => nearbyPointText(body.line, distanceKm));
      const expected = `{"points":[${texts.join(',')}]}`;
      for (let time = 0; time < 2; time++) {
        expect(Buffer.from(nearbyPointsBody(neighbours)).toString()).toBe(expected);
      }
    }),
  );
});
