import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearbyPoint, point } from '../../../../shared/wire/locations-v2/point.ts';
import { nearbyPointText, pointLine, pointText } from '../../../../shared/wire/locations-v2/point-text.ts';
import { toPoint } from '../../../../shared/wire/locations-v2/point-view.ts';
import { evenlyBetween } from '../../../support/load/evenly-between.ts';
import { postOffice } from '../../../support/networks/network-records.ts';
import { locations } from '../random-location.ts';

it('the text of a line is the JSON of its point, whatever it says', async () => {
  await fc.assert(
    fc.property(locations, (location) => {
      expect(pointText(pointLine(location))).toBe(JSON.stringify(toPoint(location)));
    }),
  );
});

it('the text of a point nearby is the same with its distance, to the metre', async () => {
  await fc.assert(
    fc.property(locations, evenlyBetween(0, 20_038), (location, distanceKm) => {
      const shown = toPoint(location);
      const distance = Math.round(distanceKm * 1000) / 1000;
      expect(nearbyPointText(pointLine(location), distanceKm)).toBe(
        JSON.stringify({ ...shown, geo_location: { ...shown.geo_location, distance } }),
      );
    }),
  );
});

it('a line is one line', async () => {
  await fc.assert(
    fc.property(locations, (location) => {
      expect(pointLine(location)).not.toMatch(/[\n\r]/);
    }),
  );
});

it('both are what the contract allows', () => {
  const line = pointLine(postOffice(1));
  expect(() => point.parse(JSON.parse(pointText(line)))).not.toThrow();
  expect(nearbyPoint.parse(JSON.parse(nearbyPointText(line, 1.23449))).geo_location.distance).toBe(1.234);
});
