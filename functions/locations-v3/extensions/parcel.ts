import * as z from 'zod/mini';
import type { RowSelection } from '../../../shared/domain/location/catalogue/catalogue-index.ts';
import { rowsWithFit } from '../../../shared/domain/location/catalogue/parcel-limits.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import {
  fitOf,
  longestFirst,
  maxEdge,
  maxWeight,
  type Parcel,
} from '../../../shared/domain/location/parcel.ts';
import { addViolation, extension, textParam } from '../../../shared/http/query-params.ts';
import type { WorkCentreParcelLimits } from '../../../shared/wire/work-centre.ts';

const message = 'must be three edges in mm and optionally a weight in g, such as 640x410x380,20000';

const edge = z.int().check(z.minimum(1), z.maximum(maxEdge));
const sizes = z.tuple([edge, edge, edge]);
const grams = z.optional(z.int().check(z.minimum(1), z.maximum(maxWeight)));

const parcelText = z.pipe(
  z.string().check(z.regex(/^[0-9]+x[0-9]+x[0-9]+(,[0-9]+)?$/, message)),
  z.transform((text, context): Parcel => {
    const [size = '', weight] = text.split(',');
    const edges = z.safeParse(sizes, size.split('x').map(Number));
    const weighed = z.safeParse(grams, weight === undefined ? undefined : Number(weight));
    if (edges.success && weighed.success) return { edges: longestFirst(edges.data), weight: weighed.data };
    addViolation(context, message);
    return z.NEVER;
  }),
);

const parcel = (effect: string) =>
  extension(
    z.pipe(textParam(), z.optional(parcelText)),
    `Parcel to send or collect: its three edges in mm, in any order, and optionally its weight in g. ${effect}`,
    '640x410x380,20000',
  );

/** Parameters of the list operation. */
export const parcelParameters = {
  parcel: parcel('Work centres match unless the parcel exceeds one of their known limits.'),
  parcel_strict: extension(
    z.pipe(textParam(), z._default(z.enum(['true', 'false'], 'must be true or false'), 'false')),
    'Set to `true` to find only work centres whose limits are known and not exceeded by `parcel`.',
    'true',
  ),
};

/** Parameter of the operation that returns one work centre. The parameter does not filter. */
export const parcelParameter = {
  parcel: parcel('With `fields=*,parcel_limits`, the response says whether the parcel fits.'),
};

interface ParcelQuery {
  readonly parcel?: Parcel | undefined;
  readonly parcel_strict?: 'true' | 'false';
}

/**
 * Selects the rows where the parcel may fit or, if the query is strict, certainly fits; undefined if there is no
 * parcel.
 */
export const rowsForParcel = ({ parcel, parcel_strict }: ParcelQuery): RowSelection | undefined =>
  parcel &&
  ((index) =>
    rowsWithFit(
      index.columns.parcelLimits(),
      parcel,
      parcel_strict === 'true' ? ['YES'] : ['YES', 'UNKNOWN'],
    ));

/**
 * Creates a function that returns the limits of a location and whether the query's parcel fits; undefined if there is
 * neither a limit nor a parcel.
 */
export const parcelLimitsOf =
  ({ parcel }: ParcelQuery) =>
  ({ parcelLimits = {} }: Location): WorkCentreParcelLimits | undefined => {
    if (parcel) return { ...parcelLimits, fits: fitOf(parcel, parcelLimits) };
    return Object.keys(parcelLimits).length > 0 ? parcelLimits : undefined;
  };
