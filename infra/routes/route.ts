/** What a function may touch: a store and how. Its permissions and its environment follow from these alone. */
export const accesses = [
  'published:read',
  'published:write',
  'locations:read',
  'capabilities:read',
  'billers:read',
  'enquiries:read',
  'enquiries:write',
  'api-keys:read',
] as const;
export type Access = (typeof accesses)[number];

export type RouteMethod = 'GET' | 'POST';

/** One operation of a service: where it is reached, which file answers and what that file may touch. */
export interface Route {
  /** As the service's specification has it. */
  readonly operationId: string;
  readonly method: RouteMethod;
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
