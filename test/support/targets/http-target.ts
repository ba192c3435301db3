import { channel } from 'node:diagnostics_channel';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ApiTarget, TargetRequest, TargetResponse } from './api-target.ts';

/** Request that a target is about to send, and the key that the target adds unless the request has its own. */
export interface SentRequest {
  readonly request: TargetRequest;
  readonly key: string | undefined;
}

/** Publishes each request as a SentRequest, so that the requests of tests can be recorded (`npm run replay:record`). */
export const sentRequests = channel('waypost:test:request');

export interface BytesResponse extends Omit<TargetResponse, 'body'> {
  readonly body: Buffer;
}

const decompressed = (bytes: Buffer, encoding: string | undefined): Buffer => {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
};

const requestTo = (url: string) => (url.startsWith('https:') ? httpsRequest : httpRequest);

/** Sends a request, and returns the body as received. Throws if no complete response arrives. */
const exchange = async (request: ClientRequest, body?: string | Buffer) => {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    // The handler stays attached, because a server that responds early may close the connection before it has read the
    // body.
    request.on('error', reject).once('response', resolve).end(body);
  });
  const bytes = await buffer(response);
  const flat = Object.entries(response.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  const headers: TargetResponse['headers'] = Object.fromEntries(flat);
  return { status: response.statusCode ?? 0, headers, bytes };
};

/** Downloads a file in its stored form. `fetch` would decompress it. */
export const download = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  exchange(requestTo(url)(url, { headers }));

/** User agent, because firewalls reject requests without one. */
const userAgent = { 'user-agent': 'waypost-test' };

/** Sends a request with this key, unless it has its own. Throws if no complete response arrives. */
export const sendForBytes = async (
  url: string,
  key: string | undefined,
  { method = 'GET', path, headers = {}, body }: TargetRequest,
): Promise<BytesResponse> => {
  const { hostname, port, pathname } = new URL(url);
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'auth-key');
  const sent = Object.entries(headers).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : [...value],
  ]);
  const request = requestTo(url)({
    hostname,
    port,
    method,
    path: `${pathname.replace(/\/$/, '')}${path}`,
    headers: {
      ...userAgent,
      ...(key === undefined || named ? {} : { 'AUTH-KEY': key }),
      ...Object.fromEntries(sent),
    },
  });
  const { bytes, ...response } = await exchange(request, body);
  return { ...response, body: decompressed(bytes, response.headers['content-encoding']) };
};

export const httpTarget = (url: string, key: string | undefined): ApiTarget => ({
  send: async (request) => {
    sentRequests.publish({ request, key } satisfies SentRequest);
    const response = await sendForBytes(url, key, request);
    return { ...response, body: response.body.toString() };
  },
});
