import type { Point } from '../../../functions/locations-v2/contract.ts';

const week = [0, 1, 2, 3, 4].map((weekday) => ({
  type: 'HOURS' as const,
  weekday,
  start_time: '09:00',
  end_time: '17:00',
}));

/** A post office as the examples have it. */
export const examplePostOffice: Point = {
  location_code: '310003_PO',
  partner_code: 'AP',
  name: 'MELBOURNE GPO POST SHOP',
  type: 'PO',
  description: 'Post Office',
  phone_number: '13 13 18',
  address: {
    address_line_1: '250 Elizabeth Street',
    suburb: 'MELBOURNE',
    state: 'VIC',
    postcode: 3000,
    country_code: 'AU',
    country_name: 'Australia',
  },
  delivery_point_id: 60_237_473,
  work_centre_id: 400_010,
  service_codes: ['1', '5', '20'],
  hours: [
    ...week,
    { type: 'HOURS', weekday: 5, start_time: '10:00', end_time: '14:00' },
    { type: 'SPECIAL_CLOSED', start_date: '25/12/2026', end_date: '26/12/2026' },
  ],
  geo_location: { lat: -37.8125, lon: 144.9623 },
};

/** A parcel locker as the examples have it. */
export const exampleParcelLocker: Point = {
  location_code: '520005_UPL',
  partner_code: 'AP',
  name: 'COLLINS STREET PARCEL LOCKER',
  type: 'UPL',
  description: 'Parcel Locker',
  directions: 'In the laneway beside the newsagent',
  address: {
    address_line_1: '181 Collins Street',
    suburb: 'MELBOURNE',
    state: 'VIC',
    postcode: 3000,
    country_code: 'AU',
    country_name: 'Australia',
  },
  work_centre_id: 400_010,
  service_codes: ['22'],
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    type: 'HOURS' as const,
    weekday,
    start_time: '00:00',
    end_time: '23:59',
  })),
  usage_type: '1',
  geo_location: { lat: -37.8155, lon: 144.9671 },
};
