import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { keptPoint, nearbyBytesOf, pointInString } from '../../../../shared/wire/locations-v2/kept-point.ts';
import { pointLine } from '../../../../shared/wire/locations-v2/point-line.ts';
import { beforeDistance, pointText } from '../../../../shared/wire/locations-v2/point-text.ts';
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

it('a point is kept in UTF-8 up to its distance', async () => {
  await fc.assert(
    fc.property(locations, (location) => {
      const point = keptPoint(pointLine(location));
      const bytes = nearbyBytesOf(point);
      expect(Buffer.from(bytes).toString()).toBe(point.line + beforeDistance);
      expect(nearbyBytesOf(point)).toBe(bytes);
    }),
  );
});
