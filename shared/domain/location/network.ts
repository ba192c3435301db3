import type { NetworkCounts } from './publication.ts';

/** How much was read from the tables for a publication. */
export interface NetworkSize extends NetworkCounts {
  /** Stored rows that are no record, and so belong to neither. */
  readonly skippedRows: number;
}

/** Single bad rows are left out; when this share is bad, something has happened to the tables or to the schema. */
const largestBadShare = 0.1;

/** Post offices close one by one: when this share of a network is gone at once, a feed or an import went wrong. */
const largestLoss = 0.1;

/** Why what was read should not take the place of what is published, in words; undefined where it may. */
export const implausibility = (read: NetworkSize, former: NetworkCounts): string | undefined => {
  const { locations, capabilities, skippedRows } = read;
  if (locations < former.locations * (1 - largestLoss)) {
    return `${former.locations - locations} of ${former.locations} published locations are gone, more than a tenth`;
  }
  if (capabilities === 0 && former.capabilities > 0) {
    return `there are no services, and ${former.capabilities} are published`;
  }
  const rows = locations + capabilities + skippedRows;
  if (skippedRows > rows * largestBadShare) return `${skippedRows} of ${rows} rows are no records`;
  return undefined;
};
