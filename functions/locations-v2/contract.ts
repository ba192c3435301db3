import * as z from 'zod';
import { hourTypes } from '../../shared/domain/location/hours/entries.ts';
import { usageTypes } from '../../shared/domain/location/location.ts';
import { locationTypes } from '../../shared/domain/location/location-types.ts';
import { errorResponseOf } from '../../shared/http/error-response.ts';

/** Response bodies of version 2.3, with exactly the members, names and types given in its specification. */

const timeOfDay = z.string().regex(/^\d{2}:\d{2}$/);
const date = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);

const hour = z
  .strictObject({
    type: z.enum(hourTypes).meta({
      description:
        'HOURS: open. LUNCH: closed for lunch. HATCH: the parcel pickup counter is open. SPECIAL_HOURS, ' +
        'SPECIAL_CLOSED and SPECIAL_LUNCH replace the usual entries between two dates.',
    }),
    weekday: z.int().min(0).max(6).optional().meta({
      description: '0 (Monday) to 6 (Sunday). Always present in special entries for a single day.',
    }),
    start_time: timeOfDay.optional().meta({ description: 'Local time at the point, `hh:mm`.' }),
    end_time: timeOfDay.optional().meta({ description: 'Local time at the point, `hh:mm`.' }),
    start_date: date.optional().meta({ description: 'First day of a special period, `DD/MM/YYYY`.' }),
    end_date: date.optional().meta({ description: 'Last day of a special period, `DD/MM/YYYY`.' }),
  })
  .meta({ id: 'Hour', description: 'An interval of the usual week or of special days.' });

const address = z
  .strictObject({
    address_line_1: z.string(),
    address_line_2: z.string().optional(),
    address_line_3: z.string().optional(),
    suburb: z.string().optional().meta({ description: 'Absent if the source has none.' }),
    state: z.string().optional().meta({ description: 'Absent if the source has none.' }),
    postcode: z.int32().min(0).max(9999).optional().meta({
      description: 'A number in version 2, so 0800 (Darwin) becomes 800. Absent if the source has none.',
    }),
    country_code: z.string().length(2).meta({ description: 'Two letters, ISO 3166.' }),
    country_name: z.string().meta({ description: 'In English.' }),
  })
  .meta({ id: 'Address', description: 'A street address.' });

const geoLocation = z
  .strictObject({
    lat: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees (WGS 84).' }),
    lon: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees (WGS 84).' }),
  })
  .meta({ id: 'GeoLocation' });

const point = z
  .strictObject({
    location_code: z.string().meta({ description: 'Unique identifier of the point.' }),
    partner_code: z.string().meta({ description: 'Owner of the point: `AP`.' }),
    name: z.string().optional().meta({
      description: 'In upper case. Absent if the source has none, as for street post boxes.',
    }),
    type: z.enum(locationTypes).meta({ description: 'A place with several types has a point for each.' }),
    description: z.string().meta({ description: 'Name of this type of point.' }),
    directions: z.string().optional().meta({
      description: 'How to find a parcel locker. Present only for type UPL.',
    }),
    phone_number: z.string().optional(),
    fax_number: z.string().optional(),
    address,
    delivery_point_id: z.int32().optional().meta({
      description:
        "Identifier of the delivery point. Defaults to the identifier in the point's address if that has 1 to 9 digits.",
    }),
    work_centre_id: z.int32().meta({
      description: 'Facility that the point belongs to. All points of a facility have the same value.',
    }),
    hatch_description: z.string().optional().meta({ description: 'Notes on the parcel pickup counter.' }),
    service_codes: z
      .array(z.string())
      .meta({ description: 'Codes of the services available at the point, in numeric order.' }),
    hours: z.array(hour).meta({ description: 'Hours of the usual week and of special days.' }),
    usage_type: z.enum(usageTypes).optional().meta({
      description:
        'Who may use a parcel locker: `1` anyone, `2` registered users only. Absent for other types.',
    }),
    geo_location: geoLocation,
  })
  .meta({ id: 'Point', description: 'An outlet or facility.' });
export type Point = z.output<typeof point>;

export const nearbyPoint = point
  .extend({
    geo_location: geoLocation
      .extend({
        distance: z.number().min(0).meta({
          description: 'Distance from the requested coordinates in kilometres, rounded to the metre.',
        }),
      })
      .meta({ id: 'GeoLocationWithDistance' }),
  })
  .meta({ id: 'NearbyPoint', description: 'A point with its distance from the requested coordinates.' });
export type NearbyPoint = z.output<typeof nearbyPoint>;

const category = z
  .strictObject({
    name: z.string(),
    description: z.string().meta({ description: 'URL-encoded equivalent of the name.' }),
  })
  .meta({ id: 'Category', description: 'A group of services.' });

const service = z
  .strictObject({
    service_code: z.int32().meta({ description: 'Value for the filter `services`.' }),
    partner_code: z.string().meta({ description: 'Owner of the service: `AP`.' }),
    name: z.string().meta({ description: 'An enumerated value.' }),
    description: z.string().meta({ description: 'Name of the service.' }),
    url_name: z.string().meta({ description: 'URL-encoded equivalent of the description.' }),
    appointment_required: z.boolean(),
    searchable: z.boolean().meta({ description: 'Whether to offer the service as a filter to users.' }),
    categories: z.array(category),
  })
  .meta({ id: 'Service', description: 'A service available at points.' });
export type Service = z.output<typeof service>;

export const pointsResponse = z.strictObject({ points: z.array(point) }).meta({
  id: 'PointsResponse',
  description: 'Points ordered by location code. The list is empty if nothing is found.',
});
export const nearbyPointsResponse = z.strictObject({ points: z.array(nearbyPoint) }).meta({
  id: 'NearbyPointsResponse',
  description: 'Points, nearest first. The list is empty if nothing is found.',
});
export const servicesResponse = z.strictObject({ services: z.array(service) }).meta({
  id: 'ServicesResponse',
  description: 'Services ordered by code. The list is empty if nothing is found.',
});
export type PointsResponse = z.output<typeof pointsResponse>;
export type NearbyPointsResponse = z.output<typeof nearbyPointsResponse>;
export type ServicesResponse = z.output<typeof servicesResponse>;

export const errorResponse = errorResponseOf({ without: 'SERVICE_UNAVAILABLE', namesSource: true });

/** Bodies of successful responses, by operation and status. */
export const responses = {
  getGeoLocationsByPostCodeUsingGET: { 200: pointsResponse },
  getGeoLocationsByWcidUsingGET: { 200: pointsResponse },
  getGeoLocationsByDeliveryPointIdUsingGET: { 200: pointsResponse },
  getPointsByLocationCodeUsingGET: { 200: pointsResponse },
  getPointsByTypeUsingGET: { 200: pointsResponse },
  getGeoLocationsUsingGET: { 200: nearbyPointsResponse },
  getServicesUsingGET: { 200: servicesResponse },
  getServicesByServiceCodesUsingGET: { 200: servicesResponse },
};
