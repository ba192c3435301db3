import { createHmac, hash } from 'node:crypto';
import type { S3Place } from './s3-place.ts';

const algorithm = 'AWS4-HMAC-SHA256';
/** SHA-256 of an empty body, as a GET has it. */
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Formats a time in the basic form of ISO 8601: 20260102T030405Z. */
const basicTime = (time: Date): string => `${time.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/**
 * Creates a signer of GETs by AWS Signature Version 4, which caches the day's signing key. `path` is percent-encoded as
 * sent. The signer returns the headers to send. The SDK's signer would lengthen each cold start.
 */
export const getSigner = ({ region, credentials }: Pick<S3Place, 'region' | 'credentials'>) => {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const keyMadeOn = (date: string): Buffer =>
    [date, region, 's3', 'aws4_request'].reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`));
  let ofDay: { readonly date: string; readonly key: Buffer } | undefined;
  const keyOf = (date: string): Buffer => {
    if (ofDay?.date !== date) ofDay = { date, key: keyMadeOn(date) };
    return ofDay.key;
  };

  return (host: string, path: string, time: Date): Readonly<Record<string, string>> => {
    const timestamp = basicTime(time);
    const date = timestamp.slice(0, 8);
    const scope = `${date}/${region}/s3/aws4_request`;
    /** Signed headers, sorted by name as the signature requires. */
    const signed: Readonly<Record<string, string>> = {
      host,
      'x-amz-content-sha256': emptyHash,
      'x-amz-date': timestamp,
      ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
    };
    const names = Object.keys(signed).join(';');
    const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
    const request = ['GET', path, '', ...lines, '', names, emptyHash].join('\n');
    const toSign = [algorithm, timestamp, scope, hash('sha256', request)].join('\n');
    const signature = hmac(keyOf(date), toSign).toString('hex');
    return {
      ...signed,
      authorization: `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    };
  };
};
