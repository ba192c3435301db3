import { expect, it } from 'vitest';
import { resourceTree } from '../../../../infra/local/gateway/resource-tree.ts';
import { method } from './gateway-under-test.ts';

const methods = [
  method('GET', '/'),
  method('GET', '/locations/v2/points/{code}'),
  method('ANY', '/locations/v2/points/{code}'),
  method('GET', '/locations/v2/points/near'),
  method('GET', '/billers/{code}'),
  method('GET', '/billers/bill-types'),
  method('GET', '/billers/{code}/history'),
  method('ANY', '/locations/v2/{proxy+}'),
];
const find = resourceTree({ id: 'api', stageName: 'local', methods });
const found = (httpMethod: string, path: string) => {
  const match = find(httpMethod, path);
  return match && [match.route.method.httpMethod, match.route.method.path, match.pathParameters];
};

it('a literal segment wins over a parameter (D23)', () => {
  expect(found('GET', '/billers/bill-types')).toEqual(['GET', '/billers/bill-types', null]);
  expect(found('GET', '/billers/bill-typos')).toEqual(['GET', '/billers/{code}', { code: 'bill-typos' }]);
});

it('a literal segment that leads nowhere gives way to the parameter', () => {
  expect(found('GET', '/billers/bill-types/history')).toEqual([
    'GET',
    '/billers/{code}/history',
    { code: 'bill-types' },
  ]);
});

it('ANY serves the methods a resource does not name, and the resource is chosen before the method', () => {
  expect(found('GET', '/locations/v2/points/1')?.[0]).toBe('GET');
  expect(found('HEAD', '/locations/v2/points/1')?.slice(0, 2)).toEqual([
    'ANY',
    '/locations/v2/points/{code}',
  ]);
  expect(found('POST', '/locations/v2/points/near')).toBeUndefined();
});

it('a greedy parameter takes the rest of the path as it stands', () => {
  expect(found('GET', '/locations/v2/a//b/%2e%2e/../c/')).toEqual([
    'ANY',
    '/locations/v2/{proxy+}',
    { proxy: 'a//b/%2e%2e/../c/' },
  ]);
});

it('neither kind of parameter matches an empty segment', () => {
  expect(found('GET', '/billers/')).toBeUndefined();
  expect(found('GET', '/billers//history')).toBeUndefined();
  expect(found('GET', '/locations/v2/')).toBeUndefined();
  expect(found('GET', '/locations/v2')).toBeUndefined();
});

it('matching is case-sensitive and decodes nothing', () => {
  expect(found('GET', '/Billers/1')).toBeUndefined();
  expect(found('GET', '/bill%65rs/1')).toBeUndefined();
  expect(found('GET', '/billers/a%2Fb')).toEqual(['GET', '/billers/{code}', { code: 'a%2Fb' }]);
  expect(found('GET', '/billers/..')).toEqual(['GET', '/billers/{code}', { code: '..' }]);
});

it('the root is a resource of its own', () => {
  expect(found('GET', '/')).toEqual(['GET', '/', null]);
  expect(found('GET', '//')).toBeUndefined();
  expect(found('OPTIONS', '*')).toBeUndefined();
});

it('a resource keeps its id, and no two share one', () => {
  const ids = ['/billers/1', '/billers/2', '/billers/bill-types'].map(
    (path) => find('GET', path)?.route.facts.resourceId,
  );
  expect(ids[0]).toBe(ids[1]);
  expect(ids[0]).not.toBe(ids[2]);
});
