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

/** One operation of a service: where it is reached, which file answers and what that file may touch. */
export interface Route {
  /** As the service's specification has it. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST';
  /** Full path with `{name}` segments. */
  readonly path: string;
  /** The handler's file, from the repository's root. */
  readonly handler: string;
  readonly access: readonly Access[];
  /** Whether the answer may exceed the 6 MB of a buffered function response. */
  readonly streamed?: boolean;
  /** Whether it answers without a key. */
  readonly open?: boolean;
}
