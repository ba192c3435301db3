import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import { localAccount, localRegion } from '../template/physical-names.ts';

/** Binary attributes are base64 in DynamoDB's JSON. */
const binaryAsBase64 = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** The name of a table's stream in the region and account of this machine. */
const localStreamArn = (tableName: string, streamArn: string): string =>
  `arn:aws:dynamodb:${localRegion}:${localAccount}:table/${tableName}/stream/${streamArn.split('/').at(-1)}`;

/** A record as Lambda hands it to a function: the time in seconds, and the region and account of this machine. */
const toEventRecord = (record: ChangeRecord, tableName: string, streamArn: string) => {
  const { dynamodb } = record;
  const created = dynamodb?.ApproximateCreationDateTime;
  return {
    ...record,
    awsRegion: localRegion,
    eventSourceARN: localStreamArn(tableName, streamArn),
    dynamodb: { ...dynamodb, ApproximateCreationDateTime: created && created.getTime() / 1_000 },
  };
};

/** The event that Lambda makes of a batch of changes. */
export const toStreamEvent = (
  records: readonly ChangeRecord[],
  tableName: string,
  streamArn: string,
): unknown =>
  JSON.parse(
    JSON.stringify(
      { Records: records.map((each) => toEventRecord(each, tableName, streamArn)) },
      binaryAsBase64,
    ),
  );

/**
 * What Lambda tells of a batch that was given up: where it is in the stream and of when it is, without the records, which
 * may be personal data and stay in the stream for a while. A batch on this machine may be of several shards, none of
 * which is named.
 */
export const toBatchInfo = (
  records: readonly ChangeRecord[],
  tableName: string,
  streamArn: string,
): unknown => {
  const [first, last] = [records.at(0)?.dynamodb, records.at(-1)?.dynamodb];
  return {
    DDBStreamBatchInfo: {
      startSequenceNumber: first?.SequenceNumber,
      endSequenceNumber: last?.SequenceNumber,
      approximateArrivalOfFirstRecord: first?.ApproximateCreationDateTime?.toISOString(),
      approximateArrivalOfLastRecord: last?.ApproximateCreationDateTime?.toISOString(),
      batchSize: records.length,
      streamArn: localStreamArn(tableName, streamArn),
    },
  };
};
