import { environmentVariable } from '../environment.ts';

/** Who asks. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** A bucket: where it is, and who asks for what is in it. */
export interface S3Place {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: S3Credentials;
  /** Of another S3 than AWS's, which has no name for each bucket: the bucket goes into the path there. */
  readonly endpoint?: string;
}

const isOn = (variable: string): boolean => process.env[variable]?.toLowerCase() === 'true';

const hostOf = ({ bucket, region }: S3Place): string => {
  const service = isOn('AWS_USE_FIPS_ENDPOINT') ? 's3-fips' : 's3';
  const addresses = isOn('AWS_USE_DUALSTACK_ENDPOINT') ? '.dualstack' : '';
  const country = region.startsWith('cn-') ? '.cn' : '';
  return `${bucket}.${service}${addresses}.${region}.amazonaws.com${country}`;
};

/** The URL that the keys of a bucket follow, without a slash at its end. */
export const urlOfBucket = (place: S3Place): URL =>
  place.endpoint === undefined
    ? new URL(`https://${hostOf(place)}`)
    : new URL(place.bucket, `${place.endpoint.replace(/\/+$/, '')}/`);

/**
 * A bucket as Lambda's environment opens it. The credentials that stand there are good for as long as an instance
 * lives. Throws MissingSetting.
 */
export const s3PlaceFromEnvironment = (bucket: string): S3Place => ({
  bucket,
  region: environmentVariable('AWS_REGION'),
  credentials: {
    accessKeyId: environmentVariable('AWS_ACCESS_KEY_ID'),
    secretAccessKey: environmentVariable('AWS_SECRET_ACCESS_KEY'),
    sessionToken: process.env.AWS_SESSION_TOKEN || undefined,
  },
  endpoint: process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined,
});
