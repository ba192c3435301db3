import { buildQueryString } from '@smithy/core/protocols';
import type { S3Place } from './s3-place.ts';
import { requestFor, signerOf } from './signed-request.ts';

/** Makes a URL that opens an object to whoever has it, from `signingDate` on for so many seconds. */
export type LinkTo = (
  key: string,
  validity: { readonly expiresIn: number; readonly signingDate: Date },
) => Promise<string>;

/** Links to the objects of a bucket. S3 is asked nothing. */
export const linksInto = (place: S3Place): LinkTo => {
  const signer = signerOf(place);
  return async (key, validity) => {
    const request = requestFor(place, key, { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' });
    const { protocol, headers, path, query = {} } = await signer.presign(request, validity);
    return `${protocol}//${headers.host}${path}?${buildQueryString(query)}`;
  };
};
