import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import type { Location } from '../../../shared/domain/location/location.ts';

const number = (index: number) => String(index).padStart(6, '0');

/** Builds a post office that depends only on its index and the changes. */
export const postOffice = (index: number, changes: Partial<Location> = {}): Location => ({
  locationCode: `${number(index)}_PO`,
  type: 'PO',
  partnerCode: 'AP',
  name: `POST OFFICE ${index}`,
  description: 'Post Office',
  phoneNumber: '(02) 5550 0000',
  workCentreId: index,
  coordinates: { lat: -10 - (index % 300) / 10, lon: 115 + (index % 380) / 10 },
  timeZone: 'Australia/Sydney',
  addresses: [
    {
      type: 'STREET_ADDRESS',
      addressLine1: `${index} High Street`,
      suburb: 'EXAMPLE',
      state: 'NSW',
      postcode: String(2000 + (index % 900)),
      countryCode: 'AU',
      countryName: 'Australia',
      deliveryPointId: number(index),
    },
  ],
  services: [{ code: 1 }, { code: 2 }],
  hours: [0, 1, 2, 3, 4].map((weekday) => ({
    type: 'HOURS' as const,
    weekday,
    startTime: '09:00',
    endTime: '17:00',
  })),
  ...changes,
});

export const postOffices = (count: number): Location[] =>
  Array.from({ length: count }, (_, index) => postOffice(index + 1));

/** Returns locations as the tables and snapshots contain them, in order. */
export const recordsOf = (locations: Iterable<Location>) =>
  Array.from(locations, (location) => ({
    code: location.locationCode,
    text: JSON.stringify(location),
  })).sort((one, other) => byCodeUnit(one.code, other.code));

export const aCapability = (serviceCode: number): Capability => ({
  serviceCode,
  capabilityId: `capability-${serviceCode}`,
  name: `CAPABILITY_${serviceCode}`,
  description: `Capability ${serviceCode}`,
  urlName: `Capability%20${serviceCode}`,
  appointmentRequired: false,
  searchable: true,
  serviceOffering: true,
  hoursFrom: 'LOCATION',
  categories: [{ id: 'category', name: 'Category', description: 'Category' }],
  partnerCode: 'AP',
});
