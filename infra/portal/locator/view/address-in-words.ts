import type { ShownAddress, ShownWorkCentre } from '../api/answers.ts';

const principalType = 'STREET_ADDRESS';

/** The street address where there is one, else the first. */
export const principalAddressOf = ({ location }: ShownWorkCentre): ShownAddress | undefined =>
  location.addresses.find(({ type }) => type === principalType) ?? location.addresses[0];

/** The address in a line. */
export const addressInWords = ({ attributes: of }: ShownAddress): string =>
  [
    ...[of.address_line_1, of.address_line_2, of.address_line_3].filter(Boolean),
    [of.suburb, of.state, of.postcode].filter(Boolean).join(' '),
  ].join(', ');

/** What the kind of an address is called: `Parcel collect` of `PARCEL_COLLECT`. */
export const addressTypeInWords = (type: string): string => {
  const words = type.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
