import * as z from 'zod';
import { maxEdge, maxGirth, maxWeight } from '../domain/location/parcel.ts';

const edge = z.int().min(1).max(maxEdge);

/** Limits of the parcels that a work centre takes, and whether the requested one fits. */
export const workCentreParcelLimits = z
  .strictObject({
    edges: z.tuple([edge, edge, edge]).optional().meta({
      description: 'Longest permitted edges in mm, the longest first. A parcel may be turned to fit.',
    }),
    girth: z.int().min(1).max(maxGirth).optional().meta({
      description: 'Maximum girth in mm: twice the sum of the two shorter edges of the parcel.',
    }),
    weight: z.int().min(1).max(maxWeight).optional().meta({ description: 'Maximum weight in g.' }),
    fits: z.enum(['YES', 'NO', 'UNKNOWN']).optional().meta({
      description:
        'Whether `parcel` fits. `UNKNOWN` if it exceeds no known limit, but not all limits are known.',
    }),
  })
  .meta({
    id: 'ParcelLimits',
    description: 'Limits of the parcels that a work centre takes, inclusive. Unknown limits are absent.',
    'x-waypost-extension': true,
  });
export type WorkCentreParcelLimits = z.output<typeof workCentreParcelLimits>;
