import type { NetworkCounts, PublishedKind } from './publication.ts';

/** How much was read from the tables for a publication. */
export interface NetworkSize extends NetworkCounts {
  /** Stored rows that are no record, and so belong to neither. */
  readonly skippedRows: number;
}

/** How many are published of a kind, and how many of those are gone, whatever has come in their place. */
export interface Loss {
  readonly kind: PublishedKind;
  readonly gone: number;
  readonly published: number;
}

/** Post offices close one by one: when more than one in so many is gone at once, a feed or an import went wrong. */
const onePublishedOf = 10;

/** Single bad rows are left out; when more than one in so many is bad, something has happened to the tables or to the schema. */
const oneRowOf = 10;

/** Whether so many are gone that nobody may have meant it. */
export const isGreatLoss = ({ gone, published }: Pick<Loss, 'gone' | 'published'>): boolean =>
  gone * onePublishedOf > published;

/** Why a network that has lost that should not take the place of the one that is published; undefined where it may. */
export const lossInWords = (loss: Loss): string | undefined =>
  isGreatLoss(loss)
    ? `${loss.gone} of ${loss.published} published ${loss.kind} ${loss.gone === 1 ? 'is' : 'are'} gone, more than a tenth`
    : undefined;

/** Why what was read should not be published, since much of it cannot be read; undefined where little is. */
export const badRowsInWords = ({ locations, capabilities, skippedRows }: NetworkSize): string | undefined => {
  const rows = locations + capabilities + skippedRows;
  return skippedRows * oneRowOf > rows ? `${skippedRows} of ${rows} rows are no records` : undefined;
};
