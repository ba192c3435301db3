import * as z from 'zod/mini';
import {
  createWaypostClient,
  type LocationsV3Client,
  type WorkCentreSearch,
} from '../../../shared/client/waypost-client.ts';
import { bodyOf, type Result } from '../../../shared/client/waypost-error.ts';
import { portalKey, portalKeyPath } from '../../../shared/domain/access/portal-key.ts';
import { mapPointer, type NetworkMap, openMapFile } from '../../../shared/wire/map-file.ts';
import { fetchJson } from '../browser/dom.ts';
import { apiOrigin, readPortalSettings } from '../browser/portal-settings.ts';
import { type Coordinates, type Filters, localityOf, readable } from './network.ts';

const named = { suburb: z.string(), state: z.string(), postcode: z.string() };

/** Members that the page uses. Others are ignored, so that an open page keeps working after a deployment. */
const address = z.object({
  type: z.string(),
  attributes: z.object({
    ...named,
    address_line_1: z.string(),
    address_line_2: z.optional(z.string()),
    address_line_3: z.optional(z.string()),
    directions: z.optional(z.string()),
  }),
});
export type Address = z.output<typeof address>;

const capability = z.object({
  attributes: z.object({
    name: z.string(),
    appointment_required: z.string(),
    categories: z.array(z.object({ name: z.string() })),
  }),
});
const workCentre = z.object({
  id: z.string(),
  attributes: z.optional(
    z.object({
      phone_number: z.optional(z.string()),
      access_restriction_code: z.optional(z.string()),
      operational_capabilities: z.optional(z.array(capability)),
    }),
  ),
  location: z.optional(z.object({ addresses: z.optional(z.array(address)) })),
  availability: z.optional(
    z.object({ accepting: z.boolean(), reason: z.optional(z.string()), until: z.optional(z.string()) }),
  ),
  parcel_limits: z.optional(
    z.partial(
      z.object({ edges: z.array(z.number()), girth: z.number(), weight: z.number(), fits: z.string() }),
    ),
  ),
});

/** A place as the API describes it, with the members that were requested. */
export type PlaceFacts = z.output<typeof workCentre>;

const workCentres = z.object({ workcentres: z.array(workCentre) });

const suburbs = z.object({ places: z.array(z.object({ ...named, lat: z.number(), lon: z.number() })) });

/** Requirements that a place must meet for a parcel. */
export interface ParcelNeeds {
  /** Edges in mm and weight in g: `640x410x380,20000`. */
  readonly parcel?: string | undefined;
  /** Whether the place must currently accept parcels. */
  readonly accepting?: boolean;
}

/** Loads the newest public map file. Rejects if it cannot be loaded or read. */
export const loadNetwork = async (signal: AbortSignal): Promise<NetworkMap> => {
  const { file } = mapPointer.parse(await fetchJson('/map/current.json', signal));
  const network = openMapFile(await fetchJson(file, signal));
  const places = network.places.map((place) => ({
    ...place,
    name: readable(place.name),
    suburb: readable(place.suburb),
  }));
  return { ...network, places };
};

// Short, because a visitor is waiting.
const retries = { attempts: 2, firstPauseMilliseconds: 250, maxPauseMilliseconds: 2_000 };
const timeoutMilliseconds = 12_000;

/** Maximum number of places in a request and in a response. */
export const maxPlaces = 100;

const listFields =
  'attributes.phone_number,attributes.access_restriction_code,location.addresses,availability';

/** Requests to the API. They reject if the API cannot be reached or returns an error. */
export type LocationsApi = ReturnType<typeof createLocationsApi>;

export const createLocationsApi = () => {
  let key: string | undefined;
  const request = async <Data>(
    signal: AbortSignal,
    send: (client: LocationsV3Client, signal: AbortSignal) => Promise<Result<Data>>,
  ): Promise<Result<Data>> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
    const baseUrl = apiOrigin(await readPortalSettings());
    const sendWithKey = async () => {
      key ??= portalKey.parse(await fetchJson(portalKeyPath, limited)).browserKey;
      return send(createWaypostClient({ baseUrl, key, retries }).locationsV3, limited);
    };
    const first = await sendWithKey();
    if (first.response.status !== 401 && first.response.status !== 403) return first;
    // The key may have been replaced.
    key = undefined;
    return sendWithKey();
  };
  const list = async (query: WorkCentreSearch & { size: number; fields: string }, given: AbortSignal) => {
    const found = await request(given, (client, signal) =>
      client.GET('/workcentres', { params: { query }, signal }),
    );
    return workCentres.parse(bodyOf(found)).workcentres;
  };

  return {
    /** Suburbs that begin with a text. */
    async places(q: string, given: AbortSignal) {
      const params = { query: { q, size: 5 } };
      const found = await request(given, (client, signal) => client.GET('/places', { params, signal }));
      return suburbs
        .parse(bodyOf(found))
        .places.map((place) => ({ ...place, suburb: readable(place.suburb) }));
    },
    /** Places by name or address. */
    search: (q: string, signal: AbortSignal) => list({ q, size: 5, fields: 'location.addresses' }, signal),
    /** Addresses, phone numbers and availability of at most 100 places. */
    facts: (ids: readonly string[], signal: AbortSignal) =>
      list({ id: ids.join(','), size: ids.length, fields: listFields }, signal),
    /** One place with its services and whether the parcel fits, or undefined if it does not exist. */
    async place(id: string, { parcel }: ParcelNeeds, given: AbortSignal) {
      const params = { path: { id }, query: { fields: '*,availability,parcel_limits', parcel } };
      const found = await request(given, (client, signal) =>
        client.GET('/workcentres/{id}', { params, signal }),
      );
      return found.response.status === 404 ? undefined : workCentres.parse(bodyOf(found)).workcentres[0];
    },
    /** The nearest places that meet the needs and match the filters, at most 100 within 50 km. */
    suitable: (
      { lat, lon }: Coordinates,
      { kinds, services, openAt }: Filters,
      { parcel, accepting }: ParcelNeeds,
      signal: AbortSignal,
    ) => {
      const query = {
        ...{ lat, lon, parcel, size: maxPlaces, fields: listFields },
        type: kinds.join(',') || undefined,
        'attribute[operational_capabilities.id]': services.join(',') || undefined,
        open_at: openAt,
        accepting: accepting ? ('true' as const) : undefined,
      };
      return list(query, signal);
    },
  };
};

/** Returns a place's principal address on one line, or undefined if it was not requested. */
export const addressOf = ({ location }: PlaceFacts): string | undefined => {
  const all = location?.addresses ?? [];
  const principal = all.find(({ type }) => type === 'STREET_ADDRESS') ?? all[0];
  return principal && formatAddress(principal);
};

/** `251 Smith Street, Fitzroy VIC 3065`. */
export const formatAddress = ({ attributes: { suburb, ...of } }: Address): string => {
  const lines = [of.address_line_1, of.address_line_2, of.address_line_3].map((line) => readable(line ?? ''));
  return [...lines, localityOf({ ...of, suburb: readable(suburb) })].filter(Boolean).join(', ');
};
