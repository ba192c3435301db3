import { type DynamoDBDocumentClient, paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';

/** Parts of a table that are read at the same time. */
const segments = 4;

/** Which table to read, and what of it; parts and consistency are not the caller's to choose. */
export type TableScan = Omit<ScanCommandInput, 'Segment' | 'TotalSegments' | 'ConsistentRead'>;

/**
 * Hands on every row of a table, in no order, in pages of 1 MB at most. Several pages are with `onPage` at a time; each
 * part is read on when its page is done with. Throws what the SDK or `onPage` throws; no part is read on after that.
 */
export const scanPages = async (
  client: DynamoDBDocumentClient,
  scan: TableScan,
  onPage: (rows: readonly unknown[]) => Promise<void> | void,
): Promise<void> => {
  let hasFailed = false;
  const scanSegment = async (segment: number) => {
    // Consistent: what an import wrote a moment ago is there for the publication or the import that follows.
    const part = { ...scan, Segment: segment, TotalSegments: segments, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, part)) {
      if (hasFailed) return;
      await onPage(Items);
    }
  };
  const watched = async (segment: number) => {
    try {
      await scanSegment(segment);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => watched(segment)));
};

/** Hands on every row of a table, in no order, page by page. Throws what the SDK or `onRow` throws. */
export const scanTable = (
  client: DynamoDBDocumentClient,
  scan: TableScan,
  onRow: (row: unknown) => void,
): Promise<void> =>
  scanPages(client, scan, (rows) => {
    for (const row of rows) onRow(row);
  });
