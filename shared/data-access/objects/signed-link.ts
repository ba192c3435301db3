import { buildQueryString, HttpRequest } from '@smithy/core/protocols';
import { Hash } from '@smithy/core/serde';
import { SignatureV4 } from '@smithy/signature-v4';
import { pathOfKey, type S3Place, urlOfBucket } from './s3-place.ts';

/** Creates a URL that opens an object to any holder, for this many seconds from `signingDate`. */
export type LinkTo = (
  key: string,
  validity: { readonly expiresIn: number; readonly signingDate: Date },
) => Promise<string>;

const signerOf = ({ region, credentials }: S3Place): SignatureV4 =>
  new SignatureV4({
    service: 's3',
    region,
    credentials,
    sha256: Hash.bind(null, 'sha256'),
    // S3 does not normalise paths.
    uriEscapePath: false,
  });

/** Creates a function that signs links to objects of a bucket, without a request to S3. */
export const linksInto = (place: S3Place): LinkTo => {
  const signer = signerOf(place);
  const url = urlOfBucket(place);
  return async (key, validity) => {
    const request = new HttpRequest({
      method: 'GET',
      protocol: url.protocol,
      hostname: url.hostname,
      path: pathOfKey(url, key),
      headers: { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    });
    const { protocol, headers, path, query = {} } = await signer.presign(request, validity);
    return `${protocol}//${headers.host}${path}?${buildQueryString(query)}`;
  };
};
