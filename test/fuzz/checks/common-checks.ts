import type { TargetResponse } from '../../support/targets/api-target.ts';
import { must } from './finding.ts';

/** Stands in headers and unknown parameters of every request: none of it may come back in a header. */
export const mark = 'fuzzmark7c1';

/** What a body or header must never give away. */
const leaks: readonly RegExp[] = [
  /\bat (async )?[\w.<>]+ \(.*:\d+:\d+\)/,
  /node_modules|\.(ts|mjs|cjs|js):\d+/,
  /arn:aws|AKIA|ASIA|dynamodb|aws-sdk/i,
  /(Validation|Throughput|ConditionalCheckFailed|ResourceNotFound)Exception/,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError|ZodError|ECONNREFUSED|ENOENT)\b/,
  /\/(home|tmp|usr|var|opt)\/\w/,
  /\bwp_(live|test)_/,
];

const expectedHeaders: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
};

const unwanted = ['server', 'x-powered-by', 'x-injected', 'access-control-allow-credentials', 'set-cookie'];

/** What holds for every answer to a call, whatever was asked. Throws Finding. */
export const checkCommon = ({ status, headers, body }: TargetResponse): void => {
  must(status < 500, 'status', 'none of 500 and above', [status, body]);
  for (const [name, value] of Object.entries(expectedHeaders)) {
    must(headers[name] === value, `header ${name} of a ${status}`, value, headers[name]);
  }
  for (const name of unwanted) must(headers[name] === undefined, `header ${name}`, undefined, headers[name]);
  if (status !== 302 && body !== '') {
    must(
      headers['content-type'] === 'application/json',
      'content type',
      'application/json',
      headers['content-type'],
    );
  }
  if (status === 405)
    must(/^(GET|POST), OPTIONS$/.test(headers.allow ?? ''), 'header allow', 'methods', headers.allow);
  const { location, ...others } = headers;
  const headerText = Object.entries(others).join('\n');
  must(!headerText.includes(mark), 'headers', 'nothing of the request', headerText);
  for (const leak of leaks) {
    must(!leak.test(headerText), 'headers', `no ${leak}`, headerText);
    must(!leak.test(body), 'body', `no ${leak}`, body);
  }
  must(!('polluted' in {}), 'prototype of all objects', 'as it was', 'polluted');
};
