import { type DynamoDBDocumentClient, paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';

/** Number of segments that are scanned concurrently. */
const segments = 4;

/**
 * Rows of a page, some 300 kB of locations. Without a limit a page has 1 MB, which keeps a partition busy, and the
 * embedded store as a whole, while requests of clients wait.
 */
const pageRows = 200;

/** Options of a scan; segments and consistency are fixed. */
export type TableScan = Omit<ScanCommandInput, 'Segment' | 'TotalSegments' | 'ConsistentRead'>;

/**
 * Scans a table in pages of 200 rows, or of at most 1 MB, in no order. Several pages may be in `onPage` at a time; each
 * segment continues when its page is done. Throws errors of the SDK or of `onPage`; no segment continues after that.
 */
export const scanPages = async (
  client: DynamoDBDocumentClient,
  scan: TableScan,
  onPage: (rows: readonly unknown[]) => Promise<void> | void,
): Promise<void> => {
  let hasFailed = false;
  const scanSegment = async (segment: number) => {
    // Consistent, so that a publication or import sees what an import has just written.
    const part = {
      Limit: pageRows,
      ...scan,
      Segment: segment,
      TotalSegments: segments,
      ConsistentRead: true,
    };
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

/** Scans every row of a table, in no order. Throws errors of the SDK or of `onRow`. */
export const scanTable = (
  client: DynamoDBDocumentClient,
  scan: TableScan,
  onRow: (row: unknown) => void,
): Promise<void> =>
  scanPages(client, scan, (rows) => {
    for (const row of rows) onRow(row);
  });
