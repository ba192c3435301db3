import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorDocument } from './error-answer.ts';
import { S3Error, type S3ErrorCode } from './s3-error.ts';

const codes: Readonly<Record<string, S3ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'RequestHeaderSectionTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};

/** Answers HTTP that cannot be read, or that came too slowly, and closes the connection. */
export const answerMalformedRequest = (problem: NodeJS.ErrnoException, socket: Duplex): void => {
  const error = new S3Error(codes[problem.code ?? ''] ?? 'BadRequest');
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  const body = errorDocument(error, requestId);
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'content-type: application/xml',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-amz-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
};
