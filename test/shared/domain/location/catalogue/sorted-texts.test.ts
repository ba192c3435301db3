import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareAt,
  positionOf,
  sortedTexts,
} from '../../../../../shared/domain/location/catalogue/sorted-texts.ts';

/** Also halves of surrogate pairs, which no encoding of text carries. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({ unit: fc.constantFrom('a', 'A', '_', '\ud800', '\udc00', '\ufffd', '💌', ''), maxLength: 4 }),
);

describe('sorted texts', () => {
  it('find each of them where it stands, and no other', async () => {
    await fc.assert(
      fc.property(fc.uniqueArray(texts, { maxLength: 60 }), texts, (distinct, any) => {
        const ordered = distinct.toSorted();
        const sorted = sortedTexts(ordered);
        for (const [position, text] of ordered.entries()) {
          expect(positionOf(sorted, text)).toBe(position);
          expect(compareAt(sorted, position, text)).toBe(0);
        }
        expect(positionOf(sorted, any)).toBe(ordered.includes(any) ? ordered.indexOf(any) : undefined);
      }),
      { numRuns: 500 },
    );
  });

  it('that are none find nothing', () => {
    expect(positionOf(sortedTexts([]), '')).toBeUndefined();
  });
});
