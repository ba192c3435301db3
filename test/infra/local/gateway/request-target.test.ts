import { expect, it } from 'vitest';
import { parseRequestTarget } from '../../../../infra/local/gateway/request-target.ts';

it.each([
  ['/a/b?x=1&y=2', '/a/b', 'x=1&y=2'],
  ['/a/b', '/a/b', ''],
  ['/a?b?c', '/a', 'b?c'],
  ['//evil.test/a', '//evil.test/a', ''],
  ['/a/../b/%2e%2e/./c', '/a/../b/%2e%2e/./c', ''],
  ['http://evil.test/a/b?x=1', '/a/b', 'x=1'],
  ['HTTP://evil.test:81?x=1', '/', 'x=1'],
  ['http://evil.test', '/', ''],
  ['*', '*', ''],
])('%s is the path %s and the query %s (E08, E09)', (target, path, rawQuery) => {
  expect(parseRequestTarget(target)).toEqual({ path, rawQuery });
});
