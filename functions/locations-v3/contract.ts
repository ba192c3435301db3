import * as z from 'zod';
import { locationType } from '../../shared/domain/location/location.ts';
import { publicationVersionPattern } from '../../shared/domain/publication/publication-version.ts';
import { errorResponseOf } from '../../shared/http/error-response.ts';
import type { Feature } from '../../shared/wire/feature.ts';
import { capabilityCategory, sparseWorkCentre, workCentre } from '../../shared/wire/work-centre.ts';

/** Response bodies of version 3.0, with exactly the members, names and types given in its specification. */

const pagination = z
  .strictObject({
    total: z.int().min(0).meta({
      description: 'Total number of matches across all pages.',
      format: 'int64',
    }),
    offset: z.int32().min(0).meta({ description: 'Number of items skipped.' }),
    size: z.int32().min(0).meta({ description: 'Number of items on this page.' }),
  })
  .meta({ id: 'Pagination', description: 'Position of a page in its list.' });
export type Pagination = z.output<typeof pagination>;

const capabilityItem = z
  .strictObject({
    id: z.string().meta({ description: 'Value for the filter `attribute[operational_capabilities.id]`.' }),
    attributes: z.strictObject({
      name: z.string().optional(),
      description: z.string().optional(),
      appointment_required: z.enum(['true', 'false']).optional(),
      service_offering: z.boolean().optional(),
      categories: z.array(capabilityCategory).optional(),
    }),
  })
  .meta({ id: 'OperationalCapabilityItem', description: 'A capability in the list of all capabilities.' });

export const workCentresResponse = z
  .strictObject({ pagination, workcentres: z.array(workCentre) })
  .meta({ id: 'WorkCentresResponse', description: 'A page of work centres.' });
export type WorkCentresResponse = z.output<typeof workCentresResponse>;

export const workCentreResponse = z
  .strictObject({ workcentres: z.tuple([workCentre]) })
  .meta({ id: 'WorkCentreResponse', description: 'The work centre, as a list with one item.' });
export type WorkCentreResponse = z.output<typeof workCentreResponse>;

const placeMembers = {
  label: z.string().meta({ description: 'Unique name, which `near` accepts.' }),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string().meta({ description: 'Four digits.' }),
  lat: z.number().min(-90).max(90).meta({ description: 'Latitude in degrees (WGS 84).' }),
  lon: z.number().min(-180).max(180).meta({ description: 'Longitude in degrees (WGS 84).' }),
};

const place = z
  .strictObject(placeMembers)
  .meta({ id: 'Place', description: 'A suburb in a postcode.', 'x-waypost-extension': true });
export type PlaceView = z.output<typeof place>;

export const placesResponse = z.strictObject({ places: z.array(place) }).meta({
  id: 'PlacesResponse',
  description: 'Matching places, best first.',
  'x-waypost-extension': true,
});
export type PlacesResponse = z.output<typeof placesResponse>;

const searchPoint = z
  .strictObject({
    ...placeMembers,
    alternatives: z.array(z.string()).max(5).meta({ description: 'Labels of other places that match.' }),
  })
  .meta({ id: 'SearchPoint', description: 'The place that matches `near`.', 'x-waypost-extension': true });
export type SearchPoint = z.output<typeof searchPoint>;

export const sparseWorkCentresResponse = z
  .strictObject({
    pagination,
    search_point: searchPoint
      .nullable()
      .optional()
      .meta({ description: 'With `near`: the search point; null if no place has this name.' }),
    workcentres: z.array(sparseWorkCentre),
  })
  .meta({
    id: 'SparseWorkCentresResponse',
    description: 'With `fields` or `near`: a page of work centres with the selected members.',
    'x-waypost-extension': true,
  });
export type SparseWorkCentresResponse = z.output<typeof sparseWorkCentresResponse>;

export const sparseWorkCentreResponse = z.strictObject({ workcentres: z.tuple([sparseWorkCentre]) }).meta({
  id: 'SparseWorkCentreResponse',
  description: 'With `fields`: the work centre with the selected members.',
  'x-waypost-extension': true,
});
export type SparseWorkCentreResponse = z.output<typeof sparseWorkCentreResponse>;

const text = z.string().optional();
const featureProperties = z.strictObject({
  type: z.enum(locationType.options),
  business_name: text,
  business_long_name: text,
  work_centre_id: z.string(),
  phone_number: text,
  fax_number: text,
  description: text,
  address_line_1: text,
  address_line_2: text,
  address_line_3: text,
  suburb: text,
  state: text,
  postcode: text,
  country_code: text,
  dpid: text,
  operational_capabilities: z.array(z.string()),
  opening_hours: text.meta({ description: "The usual week in OpenStreetMap's `opening_hours` notation." }),
  special_hours: text.meta({ description: 'Dates that differ from the usual week, in the same notation.' }),
  distance: z
    .number()
    .min(0)
    .optional()
    .meta({ description: 'Kilometres from the search point, if there is one.' }),
  ...sparseWorkCentre.pick({
    opening: true,
    availability: true,
    former_ids: true,
    parcel_limits: true,
    lifecycle: true,
  }).shape,
});

/** A work centre as GeoJSON, as in the GeoJSON export. */
export const workCentreFeature = z
  .strictObject({
    type: z.literal('Feature'),
    id: z.string(),
    geometry: z.strictObject({
      type: z.literal('Point'),
      coordinates: z
        .array(z.number())
        .length(2)
        .meta({ description: 'Longitude and latitude in degrees (WGS 84).' }),
    }),
    properties: featureProperties,
  })
  .meta({
    id: 'WorkCentreFeature',
    description: 'With `Accept: application/geo+json`: the work centre.',
    'x-waypost-extension': true,
  });

export const featureCollection = z
  .strictObject({
    type: z.literal('FeatureCollection'),
    pagination,
    search_point: searchPoint.nullable().optional(),
    features: z.array(workCentreFeature),
  })
  .meta({
    id: 'WorkCentreFeatureCollection',
    description: 'With `Accept: application/geo+json`: a page of work centres.',
    'x-waypost-extension': true,
  });
/**
 * Features may have more members than the schema declares, because their properties are the columns of the CSV export.
 */
export type FeatureCollection = Omit<z.output<typeof featureCollection>, 'features'> & {
  readonly features: readonly Feature[];
};

/** A page of capabilities, ordered by id. */
export const capabilitiesResponse = z
  .strictObject({ pagination, operational_capabilities: z.array(capabilityItem) })
  .meta({ id: 'OperationalCapabilitiesResponse', description: 'A page of operational capabilities.' });
export type CapabilitiesResponse = z.output<typeof capabilitiesResponse>;

const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

export const exportLinkResponse = z
  .strictObject({
    url: z.url().meta({
      description:
        'URL of the file. It works until `expires_at` and needs no key. Anyone with the URL can read the file, so do not ' +
        'log or share it.',
    }),
    expires_at: z.iso.datetime().meta({ description: 'When the URL expires, in UTC.' }),
    version: z
      .string()
      .regex(publicationVersionPattern)
      .meta({
        description:
          'Version of the file, as in the header `waypost-catalogue-version`. For `changes`, `removed` and `files` it is ' +
          'the newest version.',
      }),
    bytes: z
      .int()
      .min(1)
      .meta({
        description:
          'Size of the file as stored and sent. All files except `files` are compressed with gzip, which browsers ' +
          'decompress.',
        format: 'int64',
      }),
    sha256: sha256Hex.meta({
      description:
        'SHA-256 of the file as stored and sent, in hex. All files except `files` are compressed with gzip. To verify ' +
        'the decompressed content, use `content_sha256` in `files`.',
    }),
  })
  .meta({ id: 'ExportLinkResponse', description: 'Link to the file, returned with `redirect=false`.' });
export type ExportLinkResponse = z.output<typeof exportLinkResponse>;

export const errorResponse = errorResponseOf({ without: 'UNSUPPORTED_MEDIA_TYPE', namesSource: false });

/** GeoJSON bodies of successful responses, by operation and status. */
export const geoJsonResponses = {
  getWorkCentres: { 200: featureCollection },
  getWorkCentreByID: { 200: workCentreFeature },
};

/** Bodies of successful responses to requests that use an extension, by operation and status. */
export const extendedResponses = {
  getWorkCentres: { 200: sparseWorkCentresResponse },
  getWorkCentreByID: { 200: sparseWorkCentreResponse },
};

/** Bodies of successful responses, by operation and status. */
export const responses = {
  getWorkCentres: { 200: workCentresResponse },
  getWorkCentreByID: { 200: workCentreResponse },
  exportWorkCentres: { 200: exportLinkResponse },
  getOperationalCapabilities: { 200: capabilitiesResponse },
  getPlaces: { 200: placesResponse },
};
