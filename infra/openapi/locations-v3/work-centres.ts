import type { WorkCentreResponse } from '../../../functions/locations-v3/contract.ts';

type ExampleWorkCentre = WorkCentreResponse['workcentres'][0];

const nine = { hour: 9, minute: 0 };
const five = { hour: 17, minute: 0 };
const weekdays = ['MON', 'TUE', 'WED', 'THU', 'FRI'] as const;

/** A post office as the examples have it. */
export const exampleWorkCentre: ExampleWorkCentre = {
  id: '310003_PO',
  type: 'PO',
  attributes: {
    business_name: 'Melbourne GPO Post Shop',
    work_centre_id: '400010',
    phone_number: '13 13 18',
    org_unit_type_description: 'Post Office',
    operational_capabilities: [
      {
        id: 'OC0020',
        attributes: {
          name: 'Parcel collection',
          description: 'Pick up parcels that wait for you.',
          appointment_required: 'false',
          service_offering: true,
          categories: [{ id: 'CAT-RECEIVE', name: 'Receiving' }],
          current_hours: {
            periods: [
              ...weekdays.map((day) => ({ day, type: 'HOURS' as const, open: nine, close: five })),
              { day: 'SAT', type: 'SPECIAL_HOURS', open: nine, close: { hour: 12, minute: 30 } },
              { day: 'SUN', type: 'CLOSED' },
            ],
          },
          standard_hours: { periods: weekdays.map((day) => ({ day, open: nine, close: five })) },
        },
      },
    ],
  },
  location: {
    attributes: { lat: -37.8125, lon: 144.9623, distance: 0.141 },
    addresses: [
      {
        type: 'STREET_ADDRESS',
        attributes: {
          address_line_1: '250 Elizabeth Street',
          country_code: 'AU',
          country_name: 'Australia',
          dpid: '60237473',
          postcode: '3000',
          state: 'VIC',
          suburb: 'MELBOURNE',
        },
      },
    ],
  },
};
