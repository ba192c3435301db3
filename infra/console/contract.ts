import * as z from 'zod';

/** Replies of the console's operations, which the server writes and the pages parse. Times are ISO 8601, UTC. */

const counts = z.object({
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  failed: z.int(),
});

const badLine = z.object({ line: z.int(), reason: z.string() });
export type BadLine = z.infer<typeof badLine>;

/** GET /api/overview. Each part may fail on its own, for example because the operator may not read it. */
const part = <Data>(data: z.ZodType<Data>) => z.union([z.object({ data }), z.object({ error: z.string() })]);

const change = z.object({ added: z.int(), changed: z.int(), removed: z.int() });

export const overviewReply = z.object({
  at: z.string(),
  publishing: part(
    z.object({
      /** Sentences that say what is wrong and what to do. */
      problems: z.array(z.string()),
      version: z.string().nullable(),
      publishedAt: z.string().nullable(),
      served: z.enum(['served', 'not served', 'unknown']).nullable(),
      locations: z.int(),
      services: z.int(),
      nextRunAt: z.string().nullable(),
      waitingFiles: z.int().nullable(),
      /** Newest first. */
      refusals: z.array(z.object({ at: z.string(), status: z.string(), why: z.string() })),
      examples: z.array(
        z.object({ id: z.string(), change: z.string(), before: z.string(), after: z.string() }),
      ),
    }),
  ),
  /** Newest first. */
  publications: part(
    z.array(
      z.object({
        version: z.string(),
        publishedAt: z.string(),
        locations: z.int(),
        changes: change,
      }),
    ),
  ),
  imports: part(
    z.array(
      z.object({
        file: z.string(),
        kind: z.string(),
        mode: z.string(),
        status: z.string(),
        startedAt: z.string(),
        summary: counts,
      }),
    ),
  ),
  /** Oldest first. `data` is null on a stage, where alarms report them. */
  deadLetters: part(z.array(z.object({ at: z.string(), source: z.string(), why: z.string() })).nullable()),
  /** Address of the stage's dashboard; null for a local stack, which has no alarms. */
  dashboard: z.string().nullable(),
  /** Numbers of open enquiries by age, and the oldest ones. */
  enquiries: part(
    z.object({
      ages: z.array(z.object({ age: z.string(), count: z.int() })),
      oldest: z.array(z.object({ referenceNumber: z.string(), submittedAt: z.string(), type: z.string() })),
    }),
  ),
  /** Keys that end soon, the first to end first. */
  keys: part(
    z.array(
      z.object({
        keyId: z.string(),
        client: z.string(),
        expiresAt: z.string(),
        lastUsedAt: z.string().nullable(),
      }),
    ),
  ),
});
export type Overview = z.infer<typeof overviewReply>;

/** POST /api/files */
export const fileReply = z.object({ id: z.string() });

/** POST /api/dry-runs */
export const dryRunReply = z.object({
  ...counts.shape,
  badLines: z.array(badLine),
  warnings: z.array(z.string()),
  notes: z.array(z.string()).default([]),
  /** Why the import would be refused. */
  refusal: z.string().optional(),
});
export type DryRun = z.infer<typeof dryRunReply>;

/** POST /api/imports */
export const startedReply = z.object({ key: z.string() });

/** POST /api/imports/progress */
export const progressReply = z.object({
  state: z.enum(['waiting', 'importing', 'publishing', 'done', 'failed']),
  kind: z.string().optional(),
  /** Number of lines of the file, if known. */
  total: z.int().optional(),
  counts: counts.optional(),
  badLines: z.array(badLine).default([]),
  warnings: z.array(z.string()).default([]),
  /** How it ended, and what to do. */
  message: z.string().optional(),
});
export type ImportProgress = z.infer<typeof progressReply>;

/** GET /api/network. All published locations, with what the page finds them by. */
export const networkReply = z.object({
  locations: z.array(
    z.object({
      code: z.string(),
      type: z.string(),
      name: z.string(),
      locality: z.string(),
      lat: z.number(),
      lon: z.number(),
      /** Its texts in lower case. */
      text: z.string(),
    }),
  ),
  services: z.array(z.object({ code: z.int(), name: z.string() })),
});
export type Network = z.infer<typeof networkReply>;
export type ListedLocation = Network['locations'][number];

const changedField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

/** GET /api/location, and the reply to every change of a location. */
export const locationReply = z.object({
  code: z.string(),
  /** Absent if it is not published, because it is removed. */
  listed: networkReply.shape.locations.element.optional(),
  /** Names the state that a change is based on. */
  revision: z.string().nullable(),
  /** Its values in the form, by the names of an import file. */
  values: z.record(z.string(), z.string()),
  /** Codes of its services. */
  services: z.array(z.int()),
  /** The record as it is stored, with the changes by hand. */
  record: z.unknown(),
  overrides: z.array(
    z.object({
      field: z.string(),
      value: z.unknown(),
      state: z.string(),
      until: z.string().optional(),
      by: z.string(),
      at: z.string(),
      reason: z.string(),
    }),
  ),
  /** Newest first. */
  history: z.array(
    z.object({
      batch: z.string(),
      at: z.string(),
      by: z.string(),
      reason: z.string(),
      changes: z.array(changedField).default([]),
      /** Whether nothing has changed the same fields since. */
      canUndo: z.boolean(),
    }),
  ),
});
export type LocationView = z.infer<typeof locationReply>;

/** GET /api/location/served. What the API returns now; `data` is null if there is no key to call it with. */
export const servedReply = z.object({
  data: z.object({ v2: z.unknown(), v3: z.unknown() }).nullable(),
  keySource: z.string(),
});
export type Served = z.infer<typeof servedReply>;

/** Every reply that is not 200. `fields` says what is wrong with each. */
export const errorReply = z.object({
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string().nullish() }),
  fields: z.record(z.string(), z.string()).optional(),
});
