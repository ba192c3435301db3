import { type AwsCredentials, environmentCredentials, environmentVariable } from '../settings.ts';

/** Bucket with its region, endpoint and credentials. */
export interface S3Location {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: AwsCredentials;
  /** Endpoint of an S3 other than AWS's, where the bucket goes into the path. */
  readonly endpoint?: string;
}

/** Returns the URL below which a bucket's keys lie, without a final slash. */
export const urlOfBucket = ({ bucket, region, endpoint }: S3Location): URL =>
  endpoint === undefined
    ? new URL(`https://${bucket}.s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`)
    : new URL(bucket, `${endpoint.replace(/\/+$/, '')}/`);

/** Characters that `encodeURIComponent` leaves and signatures must encode. */
const unencoded = /[!'()*]/g;
const encodedUnit = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const encodedName = (name: string): string => encodeURIComponent(name).replace(unencoded, encodedUnit);

/** Returns the path of an object below the URL of its bucket, as signed and sent. */
export const pathOfKey = ({ pathname }: URL, key: string): string =>
  `${pathname.replace(/\/$/, '')}/${key.split('/').map(encodedName).join('/')}`;

/** Reads the region, endpoint and credentials for a bucket from the environment. Throws InvalidSetting. */
export const s3LocationFromEnvironment = (bucket: string): S3Location => ({
  bucket,
  region: environmentVariable('AWS_REGION'),
  credentials: environmentCredentials(),
  endpoint: process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined,
});
