import * as z from 'zod/mini';
import { withForm } from '../../../shared/http/query-params.ts';
import { pointQuery } from './point-query.ts';

/** Maximum length of a delivery point identifier, in code points rather than UTF-16 units. */
const mostCharacters = 9;

const deliveryPointText = withForm(
  z
    .string()
    .check(
      z.refine(
        (text) => [...text].length <= mostCharacters,
        `must be at most ${mostCharacters} characters long`,
      ),
    ),
  { type: 'string', maxLength: mostCharacters },
);

/** Request schema of getGeoLocationsByDeliveryPointIdUsingGET. */
export const request = {
  path: { delivery_point_id: deliveryPointText },
  query: z.object(pointQuery),
};
