/** What a function may touch: a store and how. Its permissions and its environment follow from these alone. */
export type Access =
  | 'published:read'
  | 'published:write'
  | 'published:mark'
  | 'imports:read-write'
  | 'locations:read'
  | 'locations:import'
  | 'capabilities:read'
  | 'capabilities:import'
  | 'billers:list'
  | 'billers:get'
  | 'billers:types'
  | 'billers:probe'
  | 'billers:import'
  | 'enquiries:read'
  | 'enquiries:probe'
  | 'enquiries:write'
  | 'api-keys:read'
  | 'api-key-use:write';

/**
 * One operation of a service: its address, its handler, the stores that it may touch, and its description. Its request
 * schema is the export `request` of the handler; the schemas of its responses are in `contract.ts` of the service.
 */
export interface Route {
  /** From the service's specification. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  /** Full path with `{name}` segments. */
  readonly path: string;
  /** The handler's file, from the repository's root. */
  readonly handler: string;
  readonly access: readonly Access[];
  /** Whether the response may exceed the 6 MB of a buffered function response. */
  readonly streamed?: boolean;
  /** Whether it needs no key. */
  readonly open?: boolean;
  /** Title in lists of operations: an imperative without a period. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** Body of a 200 response. */
  readonly example: unknown;
  /** Body of a request, if the operation takes one. */
  readonly requestExample?: unknown;
  /** Whether it declares 404 as the specification does, although its path has no parameters. */
  readonly declaresNotFound?: boolean;
  /** Successful responses that are not an ordinary 200. */
  readonly responses?: Readonly<Partial<Record<200 | 302 | 503, ResponseDescription>>>;
}

/** Response with headers of its own. */
export interface ResponseDescription {
  readonly description: string;
  /** Names of headers, all of them in `infra/openapi/headers.ts`. */
  readonly headers: readonly string[];
  /** Body, if it is not the example of the route. */
  readonly example?: unknown;
}
