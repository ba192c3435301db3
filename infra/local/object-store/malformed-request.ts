import { randomBytes } from 'node:crypto';
import type { RawAnswer } from '../http/malformed-requests.ts';
import { errorDocument } from './error-answer.ts';
import { S3Error, type S3ErrorCode } from './s3-error.ts';

const codes: Readonly<Record<string, S3ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'RequestHeaderSectionTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
};

/** What S3 answers to HTTP that cannot be read, or that came too slowly, by the code of the parser's error. */
export const malformedRequestAnswer = (code = ''): RawAnswer => {
  const error = new S3Error(codes[code] ?? 'BadRequest');
  const requestId = randomBytes(8).toString('hex').toUpperCase();
  return {
    statusCode: error.status,
    headers: [
      ['content-type', 'application/xml'],
      ['x-amz-request-id', requestId],
    ],
    body: errorDocument(error, requestId),
  };
};
