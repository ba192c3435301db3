import type { NetworkCounts } from './publication.ts';

/** How much was read from the tables for a publication. */
export interface NetworkSize extends NetworkCounts {
  /** Stored rows that are no record, and so belong to neither. */
  readonly skippedRows: number;
}

/** Single bad rows are left out; when this share is bad, something has happened to the tables or to the schema. */
const largestBadShare = 0.1;

/** Post offices close one by one: when more than one in so many is gone at once, a feed or an import went wrong. */
const onePublishedOf = 10;

/** Whether so many of what is published are gone that nobody may have meant it. */
export const isGreatLoss = (gone: number, published: number): boolean => gone * onePublishedOf > published;

/**
 * Why a network should not take the place of the one that is published, `gone` of whose locations are not in it, however
 * many others are; undefined where it may.
 */
export const lossInWords = (gone: number, former: NetworkCounts): string | undefined =>
  isGreatLoss(gone, former.locations)
    ? `${gone} of ${former.locations} published locations are gone, more than a tenth`
    : undefined;

/**
 * Why what was read should not take the place of what is published, as far as numbers tell that; undefined where it
 * may. Which locations are gone they do not tell: no fewer than there are less.
 */
export const implausibility = (read: NetworkSize, former: NetworkCounts): string | undefined => {
  const { locations, capabilities, skippedRows } = read;
  const loss = lossInWords(former.locations - locations, former);
  if (loss !== undefined) return `at least ${loss}`;
  if (capabilities === 0 && former.capabilities > 0) {
    return `there are no services, and ${former.capabilities} are published`;
  }
  const rows = locations + capabilities + skippedRows;
  if (skippedRows > rows * largestBadShare) return `${skippedRows} of ${rows} rows are no records`;
  return undefined;
};
