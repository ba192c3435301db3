import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { flatListText, jsonList } from '../../../shared/wire/json-list.ts';

it('a list of JSON texts is the JSON of the list', async () => {
  await fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (items) => {
      expect(jsonList(items.map((item) => JSON.stringify(item)))).toBe(JSON.stringify(items));
    }),
  );
});

it('a list between two texts is the JSON around it, and leaves the items as they were', async () => {
  await fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (items) => {
      const texts = items.map((item) => JSON.stringify(item));
      expect(flatListText('{"list":', texts, '}')).toBe(JSON.stringify({ list: items }));
      expect(texts).toEqual(items.map((item) => JSON.stringify(item)));
    }),
  );
});
