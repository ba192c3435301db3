import { type DynamoDBDocumentClient, paginateScan, type ScanCommandInput } from '@aws-sdk/lib-dynamodb';

/** Parts of a table that are read at the same time. */
const segments = 4;

/** Which table to read, and what of it; parts and consistency are not the caller's to choose. */
export type TableScan = Omit<ScanCommandInput, 'Segment' | 'TotalSegments' | 'ConsistentRead'>;

/** Hands on every row of a table, in no order, page by page. Throws what the SDK throws. */
export const scanTable = async (
  client: DynamoDBDocumentClient,
  scan: TableScan,
  onRow: (row: unknown) => void,
): Promise<void> => {
  const scanSegment = async (segment: number) => {
    // Consistent: what an import wrote a moment ago is there for the publication or the import that follows.
    const part = { ...scan, Segment: segment, TotalSegments: segments, ConsistentRead: true };
    for await (const { Items = [] } of paginateScan({ client }, part)) Items.forEach(onRow);
  };
  await Promise.all(Array.from({ length: segments }, (_, segment) => scanSegment(segment)));
};
