import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './refusal.ts';
import type { RequestLimits } from './request-limits.ts';
import { declaredLength, type SentHeaders } from './sent-headers.ts';

/** `GET /path HTTP/1.1` */
const requestLineBytes = ({ method = '', url = '', httpVersion }: IncomingMessage): number =>
  method.length + url.length + httpVersion.length + ' '.length + ' HTTP/'.length;

const checkSize = (
  request: IncomingMessage,
  { raw, valueLength }: SentHeaders,
  limits: RequestLimits,
): void => {
  if (raw.length / 2 > limits.headerCount) {
    throw badRequest(`The request has more than ${limits.headerCount} headers.`);
  }
  const lineBytes = requestLineBytes(request);
  const limit = limits.requestLineAndHeaderValueBytes;
  if (lineBytes + valueLength <= limit) return;
  const isTooLong = lineBytes > limit ? 'The URL is too long' : 'The headers are too long';
  const [all, most] = [lineBytes + valueLength, limit].map((bytes) => bytes.toLocaleString('en'));
  throw badRequest(
    `${isTooLong}: the request line and the header values have ${all} bytes, the limit is ${most}.`,
  );
};

/** Node keeps the first of several Hosts in silence, where another server may read the last. */
const checkHost = ({ httpVersion }: IncomingMessage, headers: SentHeaders): void => {
  const hosts = headers.values('host').length;
  if (hosts > 1) throw badRequest('The request has more than one Host header.', { closesConnection: true });
  if (hosts === 0 && httpVersion !== '1.0') {
    throw badRequest('The request has no Host header.', { closesConnection: true });
  }
};

const checkDeclaredLength = (headers: SentHeaders, { bodyBytes }: RequestLimits): void => {
  if (declaredLength(headers) > bodyBytes) throw new Refusal('REQUEST_TOO_LARGE', { closesConnection: true });
};

/** Refuses what can be refused by the head of a request alone. Throws Refusal. */
export const checkRequestHead = (
  request: IncomingMessage,
  headers: SentHeaders,
  limits: RequestLimits,
): void => {
  checkSize(request, headers, limits);
  checkHost(request, headers);
  checkDeclaredLength(headers, limits);
};
