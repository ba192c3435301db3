import * as z from 'zod';
import { withForm } from '../../../shared/http/parameter-form.ts';
import { pointQuery } from './point-query.ts';

/** Counted in characters as people see them written, not in UTF-16 units. */
const mostCharacters = 9;

const deliveryPointText = withForm(
  z
    .string()
    .refine((text) => [...text].length <= mostCharacters, `must have at most ${mostCharacters} characters`),
  { type: 'string', maxLength: mostCharacters },
);

/** What getGeoLocationsByDeliveryPointIdUsingGET reads of a request. */
export const request = {
  path: { delivery_point_id: deliveryPointText },
  query: z.object(pointQuery),
};
