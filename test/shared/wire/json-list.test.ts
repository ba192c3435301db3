import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonList } from '../../../shared/wire/json-list.ts';

it('a list of JSON texts is the JSON of the list', async () => {
  await fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 5 }), (items) => {
      expect(jsonList(items.map((item) => JSON.stringify(item)))).toBe(JSON.stringify(items));
    }),
  );
});
