import { PutObjectCommand } from '@aws-sdk/client-s3';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type ImporterPorts, importFile } from '../../../../functions/platform/import-file.ts';
import { readLastImport } from '../../../../shared/data-access/importing/import-mark.ts';
import {
  type ImportReport,
  importReport,
  reportKeyOf,
} from '../../../../shared/data-access/importing/import-report.ts';
import { sdkBucket } from '../../../../shared/data-access/objects/sdk-bucket.ts';
import { publishedNetwork } from '../../../support/fixture/fixture-catalogue.ts';
import { startLocalBucket } from '../../../support/local-bucket.ts';
import { postOffices } from '../../../support/networks/network-records.ts';
import { withConsistentReads } from '../../../support/tables/consistent-reads.ts';
import { startEmbeddedTables } from '../../../support/tables/embedded-tables.ts';

type TableRole = 'locations' | 'capabilities' | 'billers';

interface Delivery extends Partial<ImporterPorts> {
  /** Number of lines and removals after which the function runs out of time. */
  readonly maxSteps?: number;
}

const deliveryOf = (key: string, etag: string, sequencer: string) => ({
  Records: [
    {
      messageId: sequencer,
      body: JSON.stringify({
        version: '0',
        id: sequencer,
        source: 'aws.s3',
        'detail-type': 'Object Created',
        detail: {
          bucket: { name: 'imports' },
          object: { key, etag, size: 1, sequencer },
          reason: 'PutObject',
        },
      }),
    },
  ],
});

/**
 * Creates a Lambda context that reports 15 minutes remaining for the first `maxSteps` queries, and 59 seconds after
 * that.
 */
const timeLeft = (maxSteps: number) => {
  let steps = 0;
  return {
    steps: () => steps,
    getRemainingTimeInMillis: () => (++steps > maxSteps ? 59_000 : 900_000),
  };
};

const rowsIn = async (client: DynamoDBDocumentClient, TableName: string) => {
  const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
  const keyOf = ({ locationCode, serviceCode, kind, code }: Record<string, unknown>) =>
    [locationCode, serviceCode, kind, code].join(' ');
  return Items.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

/** Starts an importer with its own empty tables and buckets. Each file is put a second after the previous one. */
export const startImporter = async () => {
  let puts = 0;
  const [tables, imports, published] = await Promise.all([
    startEmbeddedTables().then(withConsistentReads),
    startLocalBucket(() => Date.now() + puts * 1_000),
    startLocalBucket(),
  ]);
  const ports: ImporterPorts = {
    tables: { ...tables.tables, client: tables.client },
    imports: sdkBucket(imports.client, imports.bucket),
    published: sdkBucket(published.client, published.bucket),
    catalogue: publishedNetwork('imported', postOffices(3), []),
    linesPerReport: 5,
  };
  const deliver = async (
    event: unknown,
    { maxSteps = Number.POSITIVE_INFINITY, ...instead }: Delivery = {},
  ) => {
    const time = timeLeft(maxSteps);
    await importFile({ ...ports, ...instead })(event, time);
    return time.steps();
  };
  const put = async (key: string, body: Uint8Array | string, metadata: Record<string, string> = {}) => {
    const command = new PutObjectCommand({
      ContentLength: Buffer.byteLength(body),
      Bucket: imports.bucket,
      Key: key,
      Body: body,
      Metadata: metadata,
    });
    puts += 1;
    const { ETag = '' } = await imports.client.send(command);
    return deliveryOf(key, ETag.replaceAll('"', ''), String(puts).padStart(18, '0'));
  };
  const reportOf = async (key: string): Promise<ImportReport> =>
    importReport.parse(JSON.parse(Buffer.from(await imports.get(reportKeyOf(key))).toString('utf8')));

  return {
    ports,
    imports,
    published,
    put,
    deliver,
    reportOf,
    async import(key: string, body: Uint8Array | string, metadata: Record<string, string> = {}) {
      await deliver(await put(key, body, metadata));
      return reportOf(key);
    },
    mark: async () => (await readLastImport(ports.published)).mark,
    rowsOf: (table: TableRole) => rowsIn(tables.client, tables.tables[table]),
    close: () => Promise.all([tables.close(), imports.close(), published.close()]),
  };
};
