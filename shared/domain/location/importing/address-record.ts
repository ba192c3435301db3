import * as z from 'zod/mini';
import {
  absentable,
  absentableOr,
  absentableText,
  expecting,
  neededText,
  oneOf,
  withoutAbsent,
} from '../../import-field.ts';
import { type Address, addressTypes, postcodePattern } from '../location.ts';

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

const line = z.object(
  {
    type: absentableOr(z.enum(addressTypes, oneOf(addressTypes)), 'STREET_ADDRESS'),
    address_line_1: neededText,
    address_line_2: absentableText,
    address_line_3: absentableText,
    suburb: absentableText,
    state: absentableText,
    postcode: absentable(
      z.string(expecting('text of four digits')).check(z.regex(postcodePattern, 'must be four digits')),
    ),
    country_code: absentableOr(
      z.string(expecting('text')).check(z.regex(/^[A-Z]{2}$/, 'must be two capital letters')),
      'AU',
    ),
    country_name: absentableText,
    delivery_point_id: absentable(
      z.union(
        [z.string().check(z.trim()), z.pipe(z.int().check(z.minimum(0)), z.transform(String))],
        expecting('text or an integer that is not negative'),
      ),
    ),
    directions: absentableText,
  },
  expecting('an object'),
);

const toAddress = (address: z.infer<typeof line>): Address =>
  withoutAbsent({
    type: address.type,
    addressLine1: address.address_line_1,
    addressLine2: address.address_line_2,
    addressLine3: address.address_line_3,
    suburb: address.suburb ?? '',
    state: address.state ?? '',
    postcode: address.postcode ?? '',
    countryCode: address.country_code,
    countryName: address.country_name ?? countryNames.of(address.country_code) ?? address.country_code,
    deliveryPointId: address.delivery_point_id === '' ? undefined : address.delivery_point_id,
    directions: address.directions,
  });

/** Address of the import format. The country's English name is derived from its code: Australia from AU. */
export const addressRecord = z.pipe(line, z.transform(toAddress));
