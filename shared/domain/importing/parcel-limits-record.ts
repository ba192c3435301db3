import * as z from 'zod/mini';
import { locationTypes } from '../location/location-types.ts';
import { longestFirst, maxEdge, maxGirth, maxWeight, type ParcelLimits } from '../location/parcel.ts';
import { expecting, integerField, oneOf, optional, toRecord } from './import-field.ts';

const edge = integerField(1, maxEdge);

const limits = z.object(
  {
    edges: optional(z.pipe(z.tuple([edge, edge, edge], 'must be three integers'), z.transform(longestFirst))),
    girth: optional(integerField(1, maxGirth)),
    weight: optional(integerField(1, maxWeight)),
  },
  expecting('an object'),
);

/** Parcel limits in an import. The edges may be in any order, and are stored longest first. */
export const parcelLimitsField = z.pipe(
  limits,
  z.transform((from): ParcelLimits => toRecord(from)),
);

const line = z.object(
  { type: z.enum(locationTypes, oneOf(locationTypes)), parcel_limits: parcelLimitsField },
  expecting('an object'),
);

/** Schema of a line in the parcel limits file: a type's limits, for its locations that have no limits of their own. */
export const parcelLimitsRecord = z.pipe(
  line,
  z.transform((from) => toRecord(from)),
);
