import type { IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './refusal.ts';
import { declaredLength } from './request-headers.ts';
import type { RequestLimits } from './request-limits.ts';

const requestLineBytes = ({ method = '', url = '', httpVersion }: IncomingMessage): number =>
  `${method} ${url} HTTP/${httpVersion}`.length;

const checkHeaderSize = (request: IncomingMessage, limits: RequestLimits): void => {
  const { rawHeaders } = request;
  if (rawHeaders.length / 2 > limits.headerCount) {
    throw badRequest(`The request has more than ${limits.headerCount} headers.`);
  }
  let bytes = requestLineBytes(request);
  for (let index = 1; index < rawHeaders.length; index += 2) bytes += rawHeaders[index]?.length ?? 0;
  if (bytes > limits.requestLineAndHeaderValueBytes) {
    throw badRequest(
      `The request line and the header values have more than ${limits.requestLineAndHeaderValueBytes} bytes.`,
    );
  }
};

/** Node keeps the first of several Hosts in silence, where another server may read the last. */
const checkHost = ({ rawHeaders, httpVersion }: IncomingMessage): void => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) throw badRequest('The request has more than one Host header.', { closesConnection: true });
  if (hosts === 0 && httpVersion !== '1.0') {
    throw badRequest('The request has no Host header.', { closesConnection: true });
  }
};

/** Read from the list of headers: to ask Node for them by name makes it collect them all. */
const checkDeclaredLength = ({ rawHeaders }: IncomingMessage, { bodyBytes }: RequestLimits): void => {
  if (declaredLength(rawHeaders) > bodyBytes)
    throw new Refusal('REQUEST_TOO_LARGE', { closesConnection: true });
};

/** Refuses what can be refused by the head of a request alone. Throws Refusal. */
export const checkRequestHead = (request: IncomingMessage, limits: RequestLimits): void => {
  checkHeaderSize(request, limits);
  checkHost(request);
  checkDeclaredLength(request, limits);
};
