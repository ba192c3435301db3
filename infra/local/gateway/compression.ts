import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { prefersGzip } from '../../../shared/http/headers.ts';
import { type BufferedAnswer, byteLengthOf, headerValue, isBodiless } from './answer.ts';

const compress = promisify(gzip);
/** Most of what the highest level saves, at a fraction of its time. */
const level = 4;

const variesByEncoding = (vary = ''): boolean =>
  vary
    .toLowerCase()
    .split(',')
    .some((field) => ['accept-encoding', '*'].includes(field.trim()));

/** Compresses buffered answers of at least so many bytes for the clients that accept gzip; never without the setting. */
export const compression =
  (minimumBytes: number | undefined) =>
  async (answer: BufferedAnswer, acceptEncoding: readonly string[]): Promise<BufferedAnswer> => {
    const { statusCode, headers, body } = answer;
    const isWorthIt =
      minimumBytes !== undefined &&
      body.length > 0 &&
      byteLengthOf(answer) >= minimumBytes &&
      !isBodiless(statusCode) &&
      headerValue(headers, 'content-encoding') === undefined;
    if (!isWorthIt) return answer;
    const varied: typeof headers = variesByEncoding(headerValue(headers, 'vary'))
      ? headers
      : [...headers, ['vary', 'Accept-Encoding']];
    if (!prefersGzip(acceptEncoding.join(','))) return { ...answer, headers: varied };
    return {
      ...answer,
      headers: [...varied, ['content-encoding', 'gzip']],
      body: await compress(body, { level }),
    };
  };
