import * as z from 'zod';

/** Replies of the console's operations, which the server writes and the pages parse. Times are ISO 8601, UTC. */

/** A cell of a table: text, possibly as code or as a link. */
const cell = z.union([
  z.string(),
  z.object({ code: z.string() }),
  z.object({ href: z.string(), text: z.string() }),
]);
export type Cell = z.infer<typeof cell>;

const block = z.union([
  z.object({ text: z.string(), look: z.enum(['plain', 'good', 'error']).default('plain') }),
  z.object({ link: z.string(), text: z.string() }),
  z.object({ facts: z.array(z.tuple([z.string(), cell])) }),
  z.object({ list: z.array(z.string()) }),
  z.object({
    caption: z.string(),
    headings: z.array(z.string()),
    rows: z.array(z.array(cell)),
    /** Shown if there are no rows. */
    none: z.string(),
  }),
]);
export type Block = z.input<typeof block>;

/** GET /api/overview */
export const overviewReply = z.object({
  sections: z.array(z.object({ title: z.string(), blocks: z.array(block) })),
});

const counts = z.object({
  read: z.int(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  failed: z.int(),
});
export type Counts = z.infer<typeof counts>;

const badLine = z.object({ line: z.int(), reason: z.string() });
export type BadLine = z.infer<typeof badLine>;

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

/** GET /api/location/undo. Number of locations that taking a batch back changes. */
export const undoReply = z.object({ locations: z.int() });

/** POST /api/imports */
export const startedReply = z.object({ key: z.string() });

/** POST /api/imports/progress */
export const progressReply = z.object({
  state: z.enum(['waiting', 'importing', 'publishing', 'done', 'failed']),
  /** Number of lines of the file, if known. */
  total: z.int().optional(),
  counts: counts.optional(),
  badLines: z.array(badLine).default([]),
  warnings: z.array(z.string()).default([]),
  /** How it ended, and what to do. */
  message: z.string().optional(),
});

const listedLocation = z.object({
  code: z.string(),
  type: z.string(),
  name: z.string(),
  locality: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** Its texts in lower case, by which it is found. */
  text: z.string(),
});
export type ListedLocation = z.infer<typeof listedLocation>;

/** GET /api/network. All published locations. */
export const networkReply = z.object({
  locations: z.array(listedLocation),
  services: z.array(z.object({ code: z.int(), name: z.string() })),
});
export type Network = z.infer<typeof networkReply>;

/** Maximum length of a reason, as of the command line. */
export const maxReason = 500;

/** GET /api/location, and the reply to every change of a location. Values are texts, as the command line has them. */
export const locationReply = z.object({
  code: z.string(),
  /** Absent if it is removed. */
  listed: listedLocation.optional(),
  /** Names the state that a change is based on. */
  revision: z.string().nullable(),
  values: z.record(z.string(), z.string()),
  /** The record as it is stored, with the changes by hand. */
  record: z.unknown(),
  overrides: z.array(
    z.object({
      field: z.string(),
      value: z.string(),
      state: z.string(),
      until: z.string().default(''),
      by: z.string(),
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
      changes: z.array(z.string()),
      /** Whether nothing has changed the same fields since. */
      canUndo: z.boolean(),
    }),
  ),
  warnings: z.array(z.string()).default([]),
});
export type LocationView = z.infer<typeof locationReply>;

/** GET /api/location/served. What the API returns now; null if there is no key to call it with. */
export const servedReply = z.object({
  data: z.object({ v2: z.unknown(), v3: z.unknown() }).nullable(),
  keySource: z.string(),
});

/** Every reply that is not 200. `fields` says what is wrong with each. */
export const errorReply = z.object({
  error: z.object({ code: z.string(), message: z.string(), remedy: z.string().nullish() }),
  fields: z.record(z.string(), z.string()).optional(),
});
