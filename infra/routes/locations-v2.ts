import { basePathOf } from '../../shared/domain/access/service.ts';
import type { Route } from './route.ts';

const base = basePathOf['locations-v2'];

const address = {
  address_line_1: '250 Elizabeth Street',
  suburb: 'MELBOURNE',
  state: 'VIC',
  postcode: 3000,
  country_code: 'AU',
  country_name: 'Australia',
};

const hours = (weekday: number, start_time: string, end_time: string) => ({
  type: 'HOURS',
  weekday,
  start_time,
  end_time,
});

const postOffice = {
  location_code: '310003_PO',
  partner_code: 'AP',
  name: 'MELBOURNE GPO POST SHOP',
  type: 'PO',
  description: 'Post Office',
  phone_number: '13 13 18',
  address,
  delivery_point_id: 60_237_473,
  work_centre_id: 400_010,
  service_codes: ['1', '5', '20'],
  hours: [
    ...[0, 1, 2, 3, 4].map((weekday) => hours(weekday, '09:00', '17:00')),
    hours(5, '10:00', '14:00'),
    { type: 'SPECIAL_CLOSED', start_date: '25/12/2026', end_date: '26/12/2026' },
  ],
  geo_location: { lat: -37.8125, lon: 144.9623 },
};

const parcelLocker = {
  location_code: '520005_UPL',
  partner_code: 'AP',
  name: 'COLLINS STREET PARCEL LOCKER',
  type: 'UPL',
  description: 'Parcel Locker',
  directions: 'In the laneway beside the newsagent',
  address: { ...address, address_line_1: '181 Collins Street' },
  work_centre_id: 400_010,
  service_codes: ['22'],
  hours: [0, 1, 2, 3, 4, 5, 6].map((weekday) => hours(weekday, '00:00', '23:59')),
  usage_type: '1',
  geo_location: { lat: -37.8155, lon: 144.9671 },
};

const services = {
  services: [
    {
      service_code: 20,
      partner_code: 'AP',
      name: 'PARCEL_COLLECTION',
      description: 'Parcel collection',
      url_name: 'Parcel%20collection',
      appointment_required: false,
      searchable: true,
      categories: [{ name: 'Receiving', description: 'Receiving' }],
    },
  ],
};

type Described = Pick<Route, 'operationId' | 'path' | 'summary' | 'description'> & {
  /** Name of the handler's file without its extension. */
  readonly handler: string;
};

const read = ({ path, handler, ...described }: Described, example: unknown): Route => ({
  ...described,
  method: 'GET',
  path: `${base}${path}`,
  handler: `functions/locations-v2/${handler}.ts`,
  access: ['published:read'],
  example,
});

const findPoints = (described: Described) => read(described, { points: [postOffice, parcelLocker] });

/** Operations of locations v2. The two operations whose lists may be very long stream their responses. */
export const locationsV2: readonly Route[] = [
  findPoints({
    operationId: 'getGeoLocationsByPostCodeUsingGET',
    path: '/points/postcode/{postcode}',
    handler: 'find-points-by-postcode',
    summary: 'Find points by postcode',
    description: 'Returns all points in a postcode.',
  }),
  findPoints({
    operationId: 'getGeoLocationsByWcidUsingGET',
    path: '/points/workcentres/{work_centre_id}',
    handler: 'find-points-by-work-centre',
    summary: 'Find points by work centre',
    description: 'Returns all points that belong to a facility, including the facility itself.',
  }),
  findPoints({
    operationId: 'getGeoLocationsByDeliveryPointIdUsingGET',
    path: '/points/deliverypoints/{delivery_point_id}',
    handler: 'find-points-by-delivery-point',
    summary: 'Find points by delivery point',
    description: 'Returns all points at a delivery point.',
  }),
  findPoints({
    operationId: 'getPointsByLocationCodeUsingGET',
    path: '/points/{location_code}',
    handler: 'get-points-by-location-code',
    summary: 'Get a point by its code',
    description:
      'Returns the point with this location code, as a list of one. The list is empty if no point has this code.',
  }),
  {
    ...findPoints({
      operationId: 'getPointsByTypeUsingGET',
      path: '/points/type/{points_type}',
      handler: 'find-points-by-type',
      summary: 'List points by type',
      description:
        'Returns all points of a type. The list is complete and may have tens of thousands of points.',
    }),
    streamed: true,
  },
  {
    ...read(
      {
        operationId: 'getGeoLocationsUsingGET',
        path: '/points/geo/{longitude}/{latitude}',
        handler: 'find-points-near',
        summary: 'Find points near coordinates',
        description:
          'Returns the points around coordinates, nearest first. Points at the same distance are ordered by location code.',
      },
      { points: [{ ...postOffice, geo_location: { ...postOffice.geo_location, distance: 0.141 } }] },
    ),
    streamed: true,
    isNeverKept: true,
  },
  read(
    {
      operationId: 'getServicesUsingGET',
      path: '/services',
      handler: 'list-services',
      summary: 'List services',
      description: 'Returns all services that points may offer.',
    },
    services,
  ),
  read(
    {
      operationId: 'getServicesByServiceCodesUsingGET',
      path: '/services/{service_codes}',
      handler: 'get-services-by-code',
      summary: 'Get services by code',
      description: 'Returns the requested services that exist, each once.',
    },
    services,
  ),
];
