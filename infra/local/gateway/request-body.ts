import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './refusal.ts';
import type { RequestLimits } from './request-limits.ts';
import { declaredLength, type SentHeaders } from './sent-headers.ts';

/** The client went away: nobody is left to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

const empty = Buffer.alloc(0);

const hasBody = (headers: SentHeaders): boolean =>
  declaredLength(headers) > 0 || headers.values('transfer-encoding').length > 0;

/**
 * Reads a whole body; one that is empty is there at once. Throws Refusal for one that is too large or too slow (either
 * closes the connection), ClientGone where the connection ends first.
 */
export const readRequestBody = (
  request: IncomingMessage,
  headers: SentHeaders,
  limits: RequestLimits,
): Buffer | Promise<Buffer> => {
  if (!hasBody(headers)) return empty;
  if (request.destroyed) return Promise.reject(new ClientGone());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const leave = () => {
      clearTimeout(deadline);
      request.off('data', take).off('end', finish).off('close', abandon).off('error', abandon);
      // What still arrives is dropped, and its errors are nobody's.
      request.on('error', () => {});
      request.resume();
    };
    const refuse = (refusal: Error) => {
      leave();
      reject(refusal);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.bodyBytes) {
        refuse(new Refusal('REQUEST_TOO_LARGE', { closesConnection: true }));
      } else chunks.push(chunk);
    };
    const finish = () => {
      leave();
      resolve(chunks.length === 1 ? (chunks[0] ?? empty) : Buffer.concat(chunks));
    };
    const abandon = () => refuse(new ClientGone());
    const deadline = setTimeout(
      () => refuse(badRequest('The body did not arrive in time.', { closesConnection: true })),
      limits.bodyMilliseconds,
    );
    request.on('data', take).on('end', finish).on('close', abandon).on('error', abandon);
  });
};
