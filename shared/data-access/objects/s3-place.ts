import { environmentVariable } from '../environment.ts';
import { type AwsCredentials, environmentCredentials } from '../environment-credentials.ts';

/** A bucket: where it is, and who asks for what is in it. */
export interface S3Place {
  readonly bucket: string;
  readonly region: string;
  readonly credentials: AwsCredentials;
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

/** What `encodeURIComponent` leaves and signatures do not. */
const unencoded = /[!'()*]/g;
const encodedUnit = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const encodedName = (name: string): string => encodeURIComponent(name).replace(unencoded, encodedUnit);

/** The path of an object below the URL of its bucket, as it is signed and sent. */
export const pathOfKey = ({ pathname }: URL, key: string): string =>
  `${pathname.replace(/\/$/, '')}/${key.split('/').map(encodedName).join('/')}`;

/**
 * A bucket as a function's environment opens it. Throws MissingSetting.
 */
export const s3PlaceFromEnvironment = (bucket: string): S3Place => ({
  bucket,
  region: environmentVariable('AWS_REGION'),
  credentials: environmentCredentials(),
  endpoint: process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL || undefined,
});
