import { expect, it } from 'vitest';
import { answerHeadOf } from '../../../../shared/data-access/objects/answer-head.ts';

const headersOf = (...lines: readonly string[]) =>
  answerHeadOf(['HTTP/1.1 200 OK', ...lines].join('\r\n')).headers;

it('a header has its value without the spaces and tabs around it', () => {
  const headers = headersOf('ETag: \t "a  b"\t ', 'X-Amz-Version-Id:v', 'Server:', 'Date:  ');
  expect(headers).toEqual({ etag: '"a  b"', 'x-amz-version-id': 'v', server: '', date: '' });
});

it('a header of many spaces is read in the time that its length takes', () => {
  const spaces = ' '.repeat(200_000);
  const before = process.cpuUsage();
  expect(headersOf(`x: a${spaces}b`, `y:${spaces}`)).toEqual({ x: `a${spaces}b`, y: '' });
  // From each space to the end takes many seconds.
  expect(process.cpuUsage(before).user / 1e3).toBeLessThan(1_000);
});
