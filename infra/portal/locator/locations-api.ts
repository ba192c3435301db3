import * as z from 'zod/mini';
import {
  createWaypostClient,
  type WaypostClient,
  type WorkCentreSearch,
} from '../../../shared/client/waypost-client.ts';
import { portalKey, portalKeyPath } from '../../../shared/domain/access/portal-key.ts';
import { type Coordinates, type Filters, readable } from './network.ts';

/** Members that the page uses. Others are ignored, so that an open page keeps working after a deployment. */
const address = z.object({
  type: z.string(),
  attributes: z.object({
    address_line_1: z.string(),
    address_line_2: z.optional(z.string()),
    address_line_3: z.optional(z.string()),
    directions: z.optional(z.string()),
    postcode: z.string(),
    state: z.string(),
    suburb: z.string(),
  }),
});

const capability = z.object({
  id: z.string(),
  attributes: z.object({
    name: z.string(),
    appointment_required: z.string(),
    categories: z.array(z.object({ name: z.string() })),
  }),
});

const availability = z.object({
  accepting: z.boolean(),
  reason: z.optional(z.string()),
  until: z.optional(z.string()),
});

const parcelLimits = z.object({
  edges: z.optional(z.array(z.number())),
  girth: z.optional(z.number()),
  weight: z.optional(z.number()),
  fits: z.optional(z.string()),
});

const attributes = z.object({
  phone_number: z.optional(z.string()),
  access_restriction_code: z.optional(z.string()),
  location_type_code: z.optional(z.string()),
  operational_capabilities: z.optional(z.array(capability)),
});

const workCentre = z.object({
  id: z.string(),
  attributes: z.optional(attributes),
  location: z.optional(z.object({ addresses: z.optional(z.array(address)) })),
  availability: z.optional(availability),
  parcel_limits: z.optional(parcelLimits),
});
/** A place as the API describes it, with the members that were requested. */
export type PlaceFacts = z.output<typeof workCentre>;

const workCentres = z.object({ workcentres: z.array(workCentre) });

const places = z.object({
  places: z.array(
    z.object({
      suburb: z.string(),
      state: z.string(),
      postcode: z.string(),
      lat: z.number(),
      lon: z.number(),
    }),
  ),
});
type NamedPlace = z.output<typeof places>['places'][number];

/** Requirements that only the API can check. */
export interface ParcelNeeds {
  /** Value of the parameter `parcel`. */
  readonly parcel?: string | undefined;
  /** Whether places must accept parcels at the moment. */
  readonly accepting?: boolean;
}

/** Requests to locations v3. All reject with LocationsUnavailable, or with the reason of the signal. */
export interface LocationsApi {
  /** Suburbs that complete a text. */
  places(text: string, signal: AbortSignal): Promise<readonly NamedPlace[]>;
  /** Places whose name or address has the words of a text. */
  search(text: string, signal: AbortSignal): Promise<readonly PlaceFacts[]>;
  /** Addresses, phone numbers and availability of at most 100 places. */
  facts(ids: readonly string[], signal: AbortSignal): Promise<readonly PlaceFacts[]>;
  /** One place with its services; undefined if it does not exist. */
  place(id: string, needs: ParcelNeeds, signal: AbortSignal): Promise<PlaceFacts | undefined>;
  /** The nearest places that meet the needs and match the filters, at most 100 within 50 km. */
  suitable(
    near: Coordinates,
    filters: Filters,
    needs: ParcelNeeds,
    signal: AbortSignal,
  ): Promise<readonly PlaceFacts[]>;
}

/** Returns the portal's own key; undefined if it has none. */
export const readBrowserKey = async (): Promise<string | undefined> => {
  const response = await fetch(portalKeyPath, { signal: AbortSignal.timeout(timeoutMilliseconds) });
  return response.ok ? portalKey.parse(await response.json()).browserKey : undefined;
};

/** A request that failed. */
class LocationsUnavailable extends Error {}

/** Where requests go, and the key that they carry. */
export interface ApiAccess {
  readonly baseUrl: string;
  /** The visitor's key, otherwise the portal's; undefined if there is none. */
  readonly key: string | undefined;
}

// A visitor is waiting.
const retries = { attempts: 2, firstPauseMilliseconds: 250, maxPauseMilliseconds: 2_000 };
const timeoutMilliseconds = 12_000;

const listFields = [
  'attributes.phone_number',
  'attributes.access_restriction_code',
  'location.addresses',
  'availability',
].join(',');

/**
 * Creates the requests. `access` is called for each of them, and once more if the API has rejected the key, which may have
 * been replaced or lack a scope.
 */
export const createLocationsApi = (access: (isRejected: boolean) => Promise<ApiAccess>): LocationsApi => {
  type Client = WaypostClient['locationsV3'];
  const request = async <Body>(
    schema: z.ZodMiniType<Body>,
    send: (client: Client, signal: AbortSignal) => Promise<{ data?: unknown; response: Response }>,
    signal: AbortSignal,
  ): Promise<Body | undefined> => {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]);
    const sendWith = async ({ baseUrl, key }: ApiAccess) => {
      if (key === undefined) throw new LocationsUnavailable('there is no key');
      return send(createWaypostClient({ baseUrl, key, retries }).locationsV3, limited);
    };
    try {
      const first = await sendWith(await access(false));
      const isRejected = first.response.status === 401 || first.response.status === 403;
      const { data, response } = isRejected ? await sendWith(await access(true)) : first;
      if (response.status === 404) return undefined;
      if (!response.ok) throw new LocationsUnavailable(`the status is ${response.status}`);
      return schema.parse(data);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof LocationsUnavailable
        ? error
        : new LocationsUnavailable('the request failed', { cause: error });
    }
  };
  const list = async (
    query: WorkCentreSearch & { readonly size: number; readonly fields: string },
    signal: AbortSignal,
  ): Promise<readonly PlaceFacts[]> => {
    const params = { query };
    const found = await request(
      workCentres,
      (client, limited) => client.GET('/workcentres', { params, signal: limited }),
      signal,
    );
    return found?.workcentres ?? [];
  };

  return {
    async places(q, signal) {
      const params = { query: { q, size: 5 } };
      const send = (client: Client, limited: AbortSignal) =>
        client.GET('/places', { params, signal: limited });
      return (await request(places, send, signal))?.places ?? [];
    },
    search: (q, signal) => list({ q, size: 5, fields: 'location.addresses' }, signal),
    facts: (ids, signal) => list({ id: ids.join(','), size: ids.length, fields: listFields }, signal),
    async place(id, { parcel }, signal) {
      const params = { path: { id }, query: { fields: '*,availability,parcel_limits', parcel } };
      const send = (client: Client, limited: AbortSignal) =>
        client.GET('/workcentres/{id}', { params, signal: limited });
      return (await request(workCentres, send, signal))?.workcentres[0];
    },
    suitable: ({ lat, lon }, { kinds, services, openAt }, { parcel, accepting }, signal) =>
      list(
        {
          lat,
          lon,
          size: 100,
          fields: listFields,
          type: kinds.join(',') || undefined,
          'attribute[operational_capabilities.id]': services.join(',') || undefined,
          open_at: openAt,
          parcel,
          accepting: accepting ? 'true' : undefined,
        },
        signal,
      ),
  };
};

/** The principal address of a place in one line; undefined if it was not requested. */
export const addressOf = ({ location }: PlaceFacts): string | undefined => {
  const all = location?.addresses ?? [];
  const principal = all.find(({ type }) => type === 'STREET_ADDRESS') ?? all[0];
  return principal && formatAddress(principal.attributes);
};

/** `251 Smith Street, Fitzroy VIC 3065`. */
export const formatAddress = (of: z.output<typeof address>['attributes']): string =>
  [
    ...[of.address_line_1, of.address_line_2, of.address_line_3].map((line) => readable(line ?? '')),
    [readable(of.suburb), of.state, of.postcode].filter(Boolean).join(' '),
  ]
    .filter(Boolean)
    .join(', ');
