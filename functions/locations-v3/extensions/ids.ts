import * as z from 'zod/mini';
import type { LocationCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { RowSelection } from '../../../shared/domain/location/catalogue/catalogue-index.ts';
import { findText, rowsOf } from '../../../shared/domain/location/catalogue/postings.ts';
import { type Location, locationCodePattern } from '../../../shared/domain/location/location.ts';
import { quoted } from '../../../shared/http/errors.ts';
import { extension, listParam, maxValues } from '../../../shared/http/query-params.ts';
import { anyOf, positionSet } from '../../../shared/spatial/index.ts';

const idItem = z.string().check(
  z.regex(locationCodePattern, {
    error: ({ input }) =>
      `each value must be 1 to 40 letters, digits, underscores or hyphens; ${quoted(String(input))} is not`,
  }),
);

export const idParameters = {
  id: extension(
    listParam(idItem),
    `Comma-separated list of up to ${maxValues} work centre IDs. Unknown IDs are ignored. The former ID of a work ` +
      'centre also finds it. With `id`, `size` defaults to 100, or to 20 for a browser key.',
    '310003_PO,310004_PO',
  ),
};

/** Selects the work centres that have, or formerly had, any of the ids; undefined if no ids are given. */
export const rowsWithIds = ({
  id,
}: {
  readonly id?: ReadonlySet<string> | undefined;
}): RowSelection | undefined =>
  id &&
  ((index) => {
    const sets = [...id].map((each) => {
      const rank = findText(index.codes(), each);
      const rows =
        rank === undefined
          ? rowsOf(index.columns.formerCodes(), each)
          : index.rows().subarray(rank, rank + 1);
      return positionSet(rows, index.size);
    });
    return anyOf(sets, index.size);
  });

/** Returns the work centre with the id or, if there is none, the successor of the work centre that formerly had it. */
export const findById = (catalogue: LocationCatalogue, id: string): Location | undefined => {
  const present = catalogue.get(id);
  return present || !locationCodePattern.test(id) ? present : successorOf(catalogue, id);
};

/** Returns the work centre that has the id among its former ids; if there are several, the first by id. */
export const successorOf = (catalogue: LocationCatalogue, id: string): Location | undefined => {
  const selections: RowSelection[] = [
    (index) => positionSet(rowsOf(index.columns.formerCodes(), id), index.size),
  ];
  const [first] = catalogue.search({ filter: {}, selections, offset: 0, size: 1 }).page;
  return first?.location;
};

/**
 * Creates a function that returns a location's former ids, except those that are in use again; undefined if there are
 * none.
 */
export const formerIds =
  (isPresent: (id: string) => boolean) =>
  ({ formerCodes = [] }: Location): readonly string[] | undefined => {
    const ids = formerCodes.filter((code) => !isPresent(code));
    return ids.length > 0 ? ids : undefined;
  };
