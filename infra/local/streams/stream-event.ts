import type { _Record as ChangeRecord } from '@aws-sdk/client-dynamodb-streams';
import { localAccount, localRegion } from '../template/physical-names.ts';

/** Binary attributes are base64 in DynamoDB's JSON. */
const binaryAsBase64 = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

/** A record as Lambda hands it to a function: the time in seconds, and the region and account of this machine. */
const toEventRecord = (record: ChangeRecord, tableName: string, streamArn: string) => {
  const { dynamodb } = record;
  const created = dynamodb?.ApproximateCreationDateTime;
  return {
    ...record,
    awsRegion: localRegion,
    eventSourceARN: `arn:aws:dynamodb:${localRegion}:${localAccount}:table/${tableName}/stream/${streamArn.split('/').at(-1)}`,
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
