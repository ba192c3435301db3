import { pointsResponse } from '../../../functions/locations-v2/contract.ts';
import { locationType } from '../../../shared/domain/location/location.ts';
import { jsonAnswer } from '../document/operation-description.ts';
import { exampleParcelLocker, examplePostOffice } from './points.ts';

/** Whether a partner's data is asked for at all. */
export const partnerWords = {
  description:
    'Partner code. There is one partner, `AP`, which an absent one means: of any other there is no data.',
  example: 'AP',
} as const;

/** What every operation on points says of its query. */
export const usageWords = {
  pc: partnerWords,
  usage_types: {
    description:
      'Comma-separated list of usage types of parcel lockers: points with any of them. All points by default.',
    example: '1,2',
  },
} as const;

/** And what those say that find points of several types. */
export const pointWords = {
  ...usageWords,
  types: {
    description: `Comma-separated list of types of points: any of ${locationType.options.join(', ')}. All types by default.`,
    example: 'PO,UPL',
  },
} as const;

/** Headers of every answer that is made from the catalogue. */
export const catalogueHeaders = ['waypost-catalogue-version', 'x-ratelimit-limit-second'] as const;

/** Points by their codes, or none: it is no error to find nothing. */
export const pointsAnswer = jsonAnswer(pointsResponse, {
  description: 'The points, ordered by location code; an empty list where there are none.',
  headers: catalogueHeaders,
  examples: {
    found: {
      summary: 'A post office and a parcel locker',
      value: { points: [examplePostOffice, exampleParcelLocker] },
    },
    none: { summary: 'Nothing was found', value: { points: [] } },
  },
});
