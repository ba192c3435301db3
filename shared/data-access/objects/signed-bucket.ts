import { addAbortSignal, Readable } from 'node:stream';
import { HttpRequest } from '@smithy/core/protocols';
import type { AskForObject, ReadableBucket } from '../publishing/published-object.ts';
import { storeRequestHandler } from '../request-handler.ts';
import { storeRetries } from '../store-retries.ts';
import { repeated } from './repeated.ts';
import type { S3Place } from './s3-place.ts';
import { S3Refusal } from './s3-refusal.ts';
import { requestFor, signerOf } from './signed-request.ts';

const bytesOf = async (body: Readable): Promise<Buffer> => Buffer.concat(await Array.fromAsync(body));

/** S3 answers all this to readers; what else it says is a refusal. */
const found = 200;
const unchanged = 304;

/**
 * A bucket that is read with the SDK's own signature, connections and rules of what is repeated, but without its client
 * of S3: loading that takes several times as long as all else that the first answer of a function needs.
 */
export const signedBucket = (place: S3Place): ReadableBucket => {
  const signer = signerOf(place);
  const connections = storeRequestHandler();
  const retries = storeRetries();

  const askOnce: AskForObject = async (key, { knownEtag, abortSignal }) => {
    const condition = knownEtag === undefined ? undefined : { 'if-none-match': knownEtag };
    const request = await signer.sign(requestFor(place, key, condition));
    const { response } = await connections.handle(new HttpRequest(request), { abortSignal });
    const { statusCode: status, headers } = response;
    if (!(response.body instanceof Readable)) throw new TypeError('the answer is no stream');
    const body = addAbortSignal(abortSignal, response.body);
    if (status === found) return { kind: 'found', etag: headers.etag ?? '', bytes: () => bytesOf(body) };
    const refusal = new S3Refusal({ status, headers, body: (await bytesOf(body)).toString() });
    if (status === unchanged) return { kind: 'unchanged' };
    if (refusal.name === 'NoSuchKey') return { kind: 'absent' };
    throw refusal;
  };

  return {
    askFor: (key, asked) => repeated(retries, () => askOnce(key, asked), asked.abortSignal),
  };
};
