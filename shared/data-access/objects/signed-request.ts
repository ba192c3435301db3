import { escapeUriPath, HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { type S3Place, urlOfBucket } from './s3-place.ts';

/** What signs requests for a bucket, by Signature Version 4. */
export const signerOf = ({ region, credentials }: S3Place): SignatureV4 =>
  new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Hash.bind(null, 'sha256'),
    // S3 takes the path as it is.
    uriEscapePath: false,
  });

/** The request for an object, not signed yet. */
export const requestFor = (
  place: S3Place,
  key: string,
  headers: Readonly<Record<string, string>> = {},
): HttpRequest => {
  const { protocol, hostname, host, port, pathname } = urlOfBucket(place);
  return new HttpRequest({
    method: 'GET',
    protocol,
    hostname,
    port: port === '' ? undefined : Number(port),
    path: `${pathname.replace(/\/$/, '')}/${escapeUriPath(key)}`,
    headers: { host, ...headers },
  });
};
