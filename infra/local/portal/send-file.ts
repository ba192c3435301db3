import type { IncomingMessage, ServerResponse } from 'node:http';
import { prefersGzip } from '../../../shared/http/headers.ts';
import type { EncodedFile, PortalFile } from './portal-files.ts';

/** Brotli where the client names it, whose programs all take it at once or not at all; then gzip. */
const formFor = ({ plain, brotli, gzip }: PortalFile, acceptEncoding: string): EncodedFile => {
  if (brotli && /(^|[,\s])br\s*(,|$)/i.test(acceptEncoding)) return brotli;
  return gzip && prefersGzip(acceptEncoding) ? gzip : plain;
};

/** Whether the client has this very form already (RFC 9110, section 13.1.2). */
const isHeld = (ifNoneMatch: string, { entityTag }: EncodedFile): boolean =>
  ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === entityTag);

/** Answers with a file in the form that suits the client, or 304 where it has that. Node leaves the body out for HEAD. */
export const sendFile = (
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  file: PortalFile,
  headers: Readonly<Record<string, string>>,
): void => {
  const form = formFor(file, asked['accept-encoding'] ?? '');
  const common = { ...headers, etag: form.entityTag, vary: 'accept-encoding' };
  if (isHeld(asked['if-none-match'] ?? '', form)) {
    response.writeHead(304, common).end();
    return;
  }
  response
    .writeHead(200, {
      ...common,
      'content-type': file.contentType,
      'content-length': form.bytes.length,
      ...(form.encoding && { 'content-encoding': form.encoding }),
    })
    .end(form.bytes);
};
