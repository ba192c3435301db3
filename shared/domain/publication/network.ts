import type { NetworkCounts, PublishedKind } from './publication.ts';

/** Number of records and rows read for a publication. */
export interface NetworkSize extends NetworkCounts {
  /** Stored rows that are not valid records, counted in neither kind. */
  readonly skippedRows: number;
}

/** Number of published records of a kind, and how many of those are gone, whatever replaced them. */
export interface Loss {
  readonly kind: PublishedKind;
  readonly gone: number;
  readonly published: number;
}

/**
 * Losing more than one published record in this many is refused: post offices close one by one, so a large loss means a
 * faulty feed or import.
 */
const onePublishedOf = 10;

/**
 * More than one bad row in this many is refused: single bad rows are skipped, but many mean damaged tables or a wrong
 * schema.
 */
const oneRowOf = 10;

/** Whether the loss is too great to be plausible. */
export const isImplausibleLoss = ({ gone, published }: Pick<Loss, 'gone' | 'published'>): boolean =>
  gone * onePublishedOf > published;

/** Returns why a network with this loss must not be published; undefined if it may be. */
export const describeLoss = (loss: Loss): string | undefined =>
  isImplausibleLoss(loss)
    ? `${loss.gone} of ${loss.published} published ${loss.kind} ${loss.gone === 1 ? 'is' : 'are'} gone, more than a tenth`
    : undefined;

/** Returns why a network with these bad rows must not be published; undefined if it may be. */
export const describeBadRows = ({
  locations,
  capabilities,
  skippedRows,
}: NetworkSize): string | undefined => {
  const rows = locations + capabilities + skippedRows;
  return skippedRows * oneRowOf > rows ? `${skippedRows} of ${rows} rows are invalid` : undefined;
};
