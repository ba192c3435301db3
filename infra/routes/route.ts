import type { OperationId } from '../stages/limits.ts';

/** A store and the access that a function needs to it, which determine its permissions and environment. */
export type Access =
  | 'published:read'
  | 'published:write'
  | 'published:mark'
  | 'availability:read'
  | 'availability:write'
  | 'imports:read-write'
  | 'locations:read'
  | 'locations:import'
  | 'location-changes:read'
  | 'location-changes:list'
  | 'capabilities:read'
  | 'capabilities:import'
  | 'billers:list'
  | 'billers:get'
  | 'billers:types'
  | 'billers:probe'
  | 'billers:import'
  | 'places:read'
  | 'holidays:read'
  | 'enquiries:read'
  | 'enquiries:probe'
  | 'enquiries:write'
  | 'api-keys:read'
  | 'api-key-use:write';

/**
 * An operation of a service: its path, handler, access to stores, and description. The handler exports the request
 * schema as `request`; the response schemas are in the service's `contract.ts`.
 */
export interface Route {
  /** Operation id from the specification, if it defines the operation. The limits are in `infra/stages/limits.ts`. */
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  /** Full path, with parameters in the form `{name}`. */
  readonly path: string;
  /** Path of the handler's file from the repository's root. */
  readonly handler: string;
  readonly access: readonly Access[];
  /** Whether the response is streamed, because it may exceed the 6 MB of a buffered function response. */
  readonly streamed?: boolean;
  /** Whether Waypost adds the operation to the service's specification. */
  readonly isExtension?: boolean;
  /** Whether the operation can be called without a key. */
  readonly open?: boolean;
  /** Whether clients must not store 200 responses to a GET. These responses then have no `etag` (default: false). */
  readonly isNeverKept?: boolean;
  /** Title in lists of operations: an imperative phrase without a period. */
  readonly summary: string;
  readonly description: string;
  /** Names of further headers of the 200 and the 304. */
  readonly headers?: readonly string[];
  readonly example: unknown;
  /** Example body as GeoJSON, if clients can choose that format. */
  readonly geoJsonExample?: unknown;
  readonly requestExample?: unknown;
  /** Whether the operation declares a 404, as its specification does, although its path has no parameters. */
  readonly declaresNotFound?: boolean;
  /** Responses other than a plain 200 or an error, by status. */
  readonly responses?: Readonly<Record<number, ResponseDescription>>;
}

/** Whether the 200 response has an `etag`, so that clients may store it and get a 304 for it. */
export const isConditional = ({ method, open = false, isNeverKept = false }: Route): boolean =>
  method === 'GET' && !open && !isNeverKept;

export interface ResponseDescription {
  readonly description: string;
  /** Names of headers that `infra/openapi/headers.ts` describes. */
  readonly headers: readonly string[];
  readonly isExtension?: boolean;
  /** Example body (default: the route's example). */
  readonly example?: unknown;
}
