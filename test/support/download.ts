import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Downloads a file in its stored form. `fetch` would decompress it. */
export const download = (url: string, sent: Readonly<Record<string, string>> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const request = url.startsWith('https:') ? httpsRequest : httpRequest;
    request(url, { headers: sent }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response).then((bytes) => resolve({ status, headers, bytes }), reject);
    })
      .on('error', reject)
      .end();
  });
