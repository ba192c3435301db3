import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ApiTarget, TargetRequest, TargetResponse } from './api-target.ts';

const decoded = (bytes: Buffer, encoding: string | undefined): string => {
  if (bytes.length === 0) return '';
  if (encoding === 'gzip') return gunzipSync(bytes).toString();
  return encoding === 'br' ? brotliDecompressSync(bytes).toString() : bytes.toString();
};

/** User agent, as firewalls refuse requests without one. */
const userAgent = { 'user-agent': 'waypost-test' };

/**
 * Creates a target that sends to a server with this key, unless the request has another; the path is appended unchanged
 * to the server's address.
 */
export const httpTarget = (url: string, key: string | undefined): ApiTarget => ({
  send: ({ method = 'GET', path, headers = {}, body }: TargetRequest) =>
    new Promise<TargetResponse>((resolve, reject) => {
      const { protocol, hostname, port, pathname } = new URL(url);
      const named = Object.keys(headers).some((name) => name.toLowerCase() === 'auth-key');
      const request = (protocol === 'https:' ? httpsRequest : httpRequest)({
        hostname,
        port,
        method,
        path: `${pathname.replace(/\/$/, '')}${path}`,
        headers: {
          ...userAgent,
          ...(key === undefined || named ? {} : { 'AUTH-KEY': key }),
          ...Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [
              name,
              typeof value === 'string' ? value : [...value],
            ]),
          ),
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        buffer(response).then((bytes) => {
          const flat = Object.entries(response.headers).map(([name, value]) => [
            name,
            [value].flat().join(', '),
          ]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(flat),
            body: decoded(bytes, response.headers['content-encoding']),
          });
        }, reject);
      });
      request.end(body);
    }),
});
