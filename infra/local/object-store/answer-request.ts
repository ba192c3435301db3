import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerPreflight, type CrossOriginRule, crossOriginHeaders } from './cross-origin.ts';
import { errorAnswer, toS3Error } from './error-answer.ts';
import { chooseOperation } from './operations/choose-operation.ts';
import type { Answer } from './operations/operation.ts';
import { refuseUnknownHeaders } from './request/known-headers.ts';
import { parseRequestTarget } from './request/request-target.ts';
import { hoistedHeaders, type S3Request, singleHeaders } from './request/s3-request.ts';
import { sendAnswer } from './send-answer.ts';
import type { SignatureTerms } from './signature/recompute-signature.ts';
import { verifySignature } from './signature/verify-signature.ts';
import type { Buckets } from './storage/buckets.ts';

export interface ObjectStoreParts extends Omit<SignatureTerms, 'service'> {
  readonly buckets: Buckets;
  /** By name of bucket; pages of other origins read nothing of a bucket that has none. */
  readonly crossOriginRules: ReadonlyMap<string, readonly CrossOriginRule[]>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

const verifiedRequest = async (
  message: IncomingMessage,
  requestId: string,
  parts: ObjectStoreParts,
): Promise<S3Request> => {
  const method = message.method ?? '';
  const target = parseRequestTarget(message.url ?? '');
  const headers = singleHeaders(message);
  const now = parts.now();
  const terms = { ...parts, service: 's3' } as const;
  const { signedPayload } = await verifySignature({ method, target, headers }, terms, now);
  const hoisted = hoistedHeaders(target.query);
  const request = {
    method,
    bucket: target.bucket,
    key: target.key,
    query: hoisted.query,
    headers: { ...hoisted.headers, ...headers },
    signedPayload,
    // Were the message destroyed when a reader leaves it early, the connection and so the answer would be lost.
    body: message.iterator({ destroyOnReturn: false }),
    receivedAt: new Date(now),
    requestId,
    sourceAddress: message.socket.remoteAddress ?? '',
  };
  refuseUnknownHeaders(request.headers);
  return request;
};

const answerOf = async (
  message: IncomingMessage,
  requestId: string,
  parts: ObjectStoreParts,
  rules: readonly CrossOriginRule[],
): Promise<Answer> => {
  if (message.method === 'OPTIONS') return answerPreflight(rules, message.headers);
  const request = await verifiedRequest(message, requestId, parts);
  const operation = chooseOperation(request);
  return operation(request, parts.buckets.find(request.bucket));
};

/** Answers requests as S3 does, path style. Every request, and why it failed, is one line of the log. */
export const answerRequest =
  (parts: ObjectStoreParts) =>
  async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = randomBytes(8).toString('hex').toUpperCase();
    // Without its query, which in a presigned URL is a credential.
    const path = (message.url ?? '').split('?', 1)[0] ?? '';
    // Also for a path that cannot be decoded, so that a page can read what is wrong with it.
    const rules = parts.crossOriginRules.get(path.split('/', 2)[1] ?? '') ?? [];
    const answer = await answerOf(message, requestId, parts, rules).catch((cause: unknown) => {
      const error = toS3Error(cause);
      const inner = error.cause === undefined ? '' : ` (${error.cause})`;
      parts.log(`${requestId} ${error.code}: ${error.message}${inner}`);
      return errorAnswer(error, requestId, path);
    });
    parts.log(`${requestId} ${message.method} ${path} ${answer.status}`);
    await sendAnswer(message, response, {
      ...answer,
      headers: {
        'x-amz-request-id': requestId,
        ...crossOriginHeaders(rules, message.method ?? '', message.headers),
        ...answer.headers,
      },
    }).catch((error: unknown) => parts.log(`${requestId} was not sent to its end: ${error}`));
  };
