import * as z from 'zod/mini';

export const unavailableReasons = ['FULL', 'FAULT', 'SUSPENDED'] as const;

/** Report about one location. Its times are in RFC 3339 with an offset, exactly as the sender wrote them. */
export const availabilityReport = z.object({
  location_code: z.string(),
  /** True withdraws an earlier report that the location does not accept parcels. */
  accepting: z.boolean(),
  reason: z.optional(z.enum(unavailableReasons)),
  /** When the report expires. Set only if the location does not accept parcels. */
  until: z.optional(z.string()),
  /** Time of the observation. */
  as_of: z.string(),
});
export type AvailabilityReport = z.infer<typeof availabilityReport>;

/** The latest report about a location, with the time when it was received (ISO 8601, UTC). */
const overlayRow = z.extend(availabilityReport, { received_at: z.string() });
export type OverlayRow = z.infer<typeof overlayRow>;

/**
 * Which locations currently do not accept parcels. The overlay is an object separate from the catalogue, because it
 * changes too often to be published. Locations without a row count as accepting parcels.
 */
export const overlay = z.object({
  updated_at: z.string(),
  /** Start of the last full import. Reports that were received before it are ignored. */
  replaced_at: z.optional(z.string()),
  rows: z.array(overlayRow),
});
export type Overlay = z.infer<typeof overlay>;

/** Reports that were received together. */
export interface ReceivedReports {
  readonly reports: readonly AvailabilityReport[];
  readonly receivedAt: Date;
  /** Whether the reports replace all reports that were received before. */
  readonly replace?: boolean;
}

/** Maximum number of rows, several times what any network needs. It limits the time to read an overlay. */
export const maxOverlayRows = 50_000;

/** A change would give the overlay too many rows. */
export class OverlayFull extends Error {
  override readonly name = 'OverlayFull';

  constructor() {
    super(`more than ${maxOverlayRows.toLocaleString('en')} locations would have a report`);
  }
}

/**
 * Milliseconds for which a row is kept after it has expired, so that it can be compared with reports that arrive late.
 * Otherwise a late report that a locker is full would override the newer report that it has been emptied.
 */
const comparisonMilliseconds = 3_600_000;

/** Returns when a row expires, in epoch milliseconds. A report that withdraws another one expires immediately. */
const endOf = ({ accepting, until = '', received_at }: OverlayRow): number =>
  Date.parse(accepting ? received_at : until);

export const isUnavailable = (row: OverlayRow, now: Date): boolean =>
  !row.accepting && endOf(row) > now.getTime();

/**
 * Opens an overlay for changes. Each location keeps its latest report, regardless of duplicates and of the order in
 * which reports arrive.
 */
export const editOverlay = (before: Overlay | undefined, now: Date) => {
  let replacedAt = before?.replaced_at;
  let rows = new Map<string, OverlayRow>();
  for (const row of before?.rows ?? [])
    if (now.getTime() < endOf(row) + comparisonMilliseconds) rows.set(row.location_code, row);

  return {
    /** Returns the current rows by location code. Adding reports may change this map. */
    rows: (): ReadonlyMap<string, OverlayRow> => rows,
    /** Adds all reports, or none of them if it throws OverlayFull. */
    add({ reports, receivedAt, replace = false }: ReceivedReports): void {
      const received_at = receivedAt.toISOString();
      if (replacedAt !== undefined && received_at < replacedAt) return;
      const present = replace ? new Map([...rows].filter(([, row]) => row.received_at >= received_at)) : rows;
      const changes = new Map<string, OverlayRow>();
      for (const report of reports) {
        const row = { ...report, received_at };
        const other = changes.get(row.location_code) ?? present.get(row.location_code);
        if (!other || comparePrecedence(row, other) > 0) changes.set(row.location_code, row);
      }
      const added = [...changes.keys()].filter((code) => !present.has(code)).length;
      if (present.size + added > maxOverlayRows) throw new OverlayFull();
      for (const [code, row] of changes) present.set(code, row);
      rows = present;
      if (replace) replacedAt = received_at;
    },
    overlay: (): Overlay => ({
      updated_at: now.toISOString(),
      ...(replacedAt !== undefined && { replaced_at: replacedAt }),
      rows: [...rows.values()],
    }),
  };
};
export type OverlayEditor = ReturnType<typeof editOverlay>;

/**
 * Compares two reports about a location by the times of their observations, so that the latest wins. The order of
 * reports with the same time is arbitrary but total, so that the result does not depend on the order in which they
 * arrive.
 */
const comparePrecedence = (one: OverlayRow, other: OverlayRow): number =>
  Date.parse(one.as_of) - Date.parse(other.as_of) ||
  Number(!one.accepting) - Number(!other.accepting) ||
  endOf(one) - endOf(other) ||
  unavailableReasons.indexOf(one.reason ?? 'FULL') - unavailableReasons.indexOf(other.reason ?? 'FULL') ||
  Date.parse(one.received_at) - Date.parse(other.received_at);
