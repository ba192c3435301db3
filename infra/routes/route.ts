import type { OperationId } from '../stages/limits.ts';

/** A store that a function may access, and how. Determines the function's permissions and environment. */
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
 * An operation of a service: its path, handler, access to stores, and description. The request schema is the handler's
 * export `request`; the response schemas are in the service's `contract.ts`.
 */
export interface Route {
  /** From the service's specification, if it has the operation. Its limits are in `infra/stages/limits.ts`. */
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST';
  /** Full path with `{name}` segments. */
  readonly path: string;
  /** Path of the handler's file from the repository's root. */
  readonly handler: string;
  readonly access: readonly Access[];
  /** Whether the response may exceed the 6 MB of a buffered function response. */
  readonly streamed?: boolean;
  /** Whether Waypost adds it to the service's specification. */
  readonly isExtension?: boolean;
  /** Whether it needs no key. */
  readonly open?: boolean;
  /** Whether clients must not store any 200 response to a GET, so that it has no tag (default: false). */
  readonly isNeverKept?: boolean;
  /** Title in lists of operations: an imperative without a period. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Body of a 200 response. */
  readonly example: unknown;
  /** The same body as GeoJSON, if clients can choose it. */
  readonly geoJsonExample?: unknown;
  /** Request body, if the operation has one. */
  readonly requestExample?: unknown;
  /** Whether it declares a 404, as the specification does, although its path has no parameters. */
  readonly declaresNotFound?: boolean;
  /** Responses other than an ordinary 200 or an error. */
  readonly responses?: Readonly<Partial<Record<200 | 302 | 503, ResponseDescription>>>;
}

/**
 * Whether the route's 200 response has a tag, so that clients may store it and get a 304 when they request it again.
 */
export const isConditional = ({ method, open = false, isNeverKept = false }: Route): boolean =>
  method === 'GET' && !open && !isNeverKept;

/** Response with its own headers. */
export interface ResponseDescription {
  readonly description: string;
  /** Names of headers described in `infra/openapi/headers.ts`. */
  readonly headers: readonly string[];
  /** Body (default: the route's example). */
  readonly example?: unknown;
}
