import * as fc from 'fast-check';
import { mark } from '../checks.ts';
import { among } from './samples.ts';

/** Headers and parameters that no operation reads. They must not change the response. */

const strangers = fc.oneof(
  among('foo __proto__ __proto__[polluted] constructor constructor[prototype][polluted] hasOwnProperty'),
  among('toString $filter SIZE Types AUTH-KEY callback sort'),
);

export const unknownParameters = fc.array(
  fc.tuple(strangers, fc.constantFrom(mark, '', '1', `\r\nX-Injected: ${mark}`)),
  { maxLength: 2 },
);

const header = (name: string, ...values: readonly string[]) =>
  fc.constantFrom(...values).map((value) => [name, value] as const);

const oneHeader = fc.oneof(
  header('accept', 'application/xml', '*/*', 'text/html;q=0.1', ''),
  header('accept-encoding', 'gzip', 'br, gzip', 'identity', 'gzip;q=0', 'gzip;q=x', '*', ''),
  header('origin', 'null', `https://${mark}.test`, ''),
  header('x-http-method-override', 'DELETE', 'POST'),
  header('x-method-override', 'PUT'),
  header('x-original-url', `/${mark}`, '/bill-management-api/v1/enquiries'),
  header('x-rewrite-url', `/${mark}`),
  header('x-forwarded-host', `${mark}.test`),
  header('x-forwarded-proto', 'gopher'),
  header('forwarded', `for=${mark};host=${mark}.test`),
  header('x-xhr-logon', mark),
  header('x-requested-with', 'XMLHttpRequest'),
  header('cookie', `AUTH-KEY=${mark}`),
  header('authorization', `Bearer ${mark}`),
  header('range', 'bytes=0-1'),
  header('if-none-match', `"${mark}"`),
  header('user-agent', mark, "() { :;}; echo 'x'"),
  header('traceparent', mark),
);

export const headerNoise: fc.Arbitrary<Readonly<Record<string, string>>> = fc
  .array(oneHeader, { maxLength: 3 })
  .map((headers) => Object.fromEntries(headers));
