import { describe, expect, it } from 'vitest';
import { routes } from '../../../../infra/routes/routes.ts';
import { type AccessPolicy, accessPolicy } from '../../../../shared/domain/access/access-policy.ts';
import {
  deniedOperations,
  type Scope,
  scopes,
  scopeTextAllows,
  toScopeText,
  withoutRedundantScopes,
} from '../../../../shared/domain/access/scope.ts';
import { basePathOf, type Service, services } from '../../../../shared/domain/access/service.ts';

/** Evaluates a policy as IAM does: `*` matches any text including slashes, and a matching Deny overrides any Allow. */
const policyAllows = ({ Statement }: Pick<AccessPolicy, 'Statement'>, methodArn: string): boolean => {
  const literal = (text: string) => text.replaceAll(/[.:/-]/g, String.raw`\$&`);
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`).test(methodArn);
  const effects = Statement.filter(({ Resource }) => Resource.some(matches)).map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

const stageArn = 'arn:aws:execute-api:ap-southeast-2:123456789012:abcdef1234/live';
const methodArn = `${stageArn}/GET/locations/v2/points/postcode/3000`;

const allows = (granted: readonly Scope[], method: string, path: string): boolean =>
  policyAllows(accessPolicy(granted, methodArn), `${stageArn}/${method}${path}`);

const guarded = routes
  .filter(({ open }) => !open)
  .map(({ method, path }) => ({ method, path, called: path.replaceAll(/\{\w+\}/g, 'value') }));

const isOf = (service: Service, path: string): boolean => path.startsWith(`${basePathOf[service]}/`);

it.each(services)('A18: allows a key for %s only the operations of its service', (granted) => {
  for (const { method, called } of guarded) {
    expect(allows([granted], method, called), called).toBe(isOf(granted, called));
  }
});

it.each(services)(
  'allows a key for %s the other methods of every operation, so that they return 405',
  (granted) => {
    for (const { method, called } of guarded) {
      for (const other of ['GET', 'POST', 'PUT', 'HEAD', 'DELETE'].filter((each) => each !== method)) {
        expect(allows([granted], other, called), `${other} ${called}`).toBe(true);
      }
    }
  },
);

it('allows unknown paths to every key, so that they return 404', () => {
  const [v2, v3, bills] = ['/locations/v2', '/locations/v3', '/bill-management-api/v1'];
  const below = ['', '/', '/nope', '/points', '/services-of-others', '/export/nope', '/enquiries/1'];
  const unknown = [v2, v3, bills].flatMap((base) => below.map((each) => base + each));
  for (const path of [...unknown, `${v2}0`, '/nowhere'])
    for (const scope of scopes) expect(allows([scope], 'GET', path), path).toBe(true);
});

it('denies paths below a parameter of a denied operation, because a policy cannot distinguish them', () => {
  expect(allows(['bill-management'], 'GET', '/locations/v2/services/1/2')).toBe(false);
});

it('returns a policy smaller than 4 kB for any scope, because API Gateway caches one per key', () => {
  for (const scope of scopes) {
    expect(JSON.stringify(accessPolicy([scope], methodArn)).length).toBeLessThan(4_000);
  }
});

it('allows a key for all services every operation, with one statement', () => {
  expect(accessPolicy(services, methodArn)).toEqual({
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [`${stageArn}/*`] }],
  });
});

const base = '/bill-management-api/v1';

describe('a key for a part of a service', () => {
  it.each<[string, Scope, string, string, boolean]>([
    ['D26', 'bill-management:billers', 'GET', `${base}/biller-metadata`, true],
    ['D26', 'bill-management:billers', 'POST', `${base}/bills/validate`, true],
    ['D26', 'bill-management:billers', 'POST', `${base}/enquiries`, false],
    ['A17', 'bill-management:enquiries', 'POST', `${base}/bills/validate`, false],
    ['A17', 'bill-management:enquiries', 'POST', `${base}/enquiries`, true],
    ['A17', 'bill-management:enquiries', 'GET', `${base}/biller-metadata`, false],
    ['A17', 'bill-management:enquiries', 'GET', '/locations/v2/services', false],
    ['F15', 'locations-v3:search', 'GET', '/locations/v3/workcentres/1_PO', true],
    ['F15', 'locations-v3:search', 'GET', '/locations/v3/export/workcentres', false],
    ['F15', 'locations-v3:export', 'GET', '/locations/v3/export/workcentres', true],
    ['F15', 'locations-v3:export', 'GET', '/locations/v3/workcentres', false],
  ])('%s: with the scope %s, can call %s %s: %s', (_case, granted, method, path, isAllowed) => {
    expect(allows([granted], method, path)).toBe(isAllowed);
  });

  it('has the policy of the whole service if it has all its parts', () => {
    const parts = ['locations-v2', 'locations-v3:search', 'locations-v3:export', 'bill-management'] as const;
    expect(accessPolicy(parts, methodArn)).toEqual(accessPolicy(services, methodArn));
  });
});

describe('each operation', () => {
  const leaves = scopes.filter((scope) => !scopes.some((other) => other.startsWith(`${scope}:`)));

  it.each(guarded)(
    'belongs to exactly one part, or to a service without parts: $method $path',
    ({ method, called }) => {
      expect(leaves.filter((leaf) => allows([leaf], method, called))).toHaveLength(1);
    },
  );

  it('has a route, and every guarded route has an operation', () => {
    const listed = deniedOperations([]).map(({ method, path }) => `${method} ${path}`);
    expect(listed.toSorted()).toEqual(guarded.map(({ method, path }) => `${method} ${path}`).toSorted());
  });
});

it('removes duplicate scopes, and parts of a service that is granted as a whole', () => {
  expect(
    withoutRedundantScopes([
      'locations-v3:export',
      'locations-v3',
      'bill-management:enquiries',
      'bill-management:enquiries',
      'bill-management:billers',
    ]),
  ).toEqual(['locations-v3', 'bill-management:billers', 'bill-management:enquiries']);
});

const search = '/locations/v3/workcentres';
const exported = '/locations/v3/export/workcentres';
const enquiries = '/bill-management-api/v1/enquiries';

describe('a list of scopes', () => {
  it.each<readonly [string, string, boolean]>([
    ['locations-v2,locations-v3:export', '/locations/v2/services', true],
    ['locations-v2,locations-v3:export', exported, true],
    ['locations-v2,locations-v3:export', enquiries, false],
    ['nothing,locations-v2', '/locations/v2/services', true],
    ['nothing,locations-v2', search, false],
    ['locations-v3:search', `${search}/{id}`, true],
    ['locations-v3:search', `${search}/{id}/nothing`, false],
    ['locations-v3:search', `${search}-of-mine`, false],
    ['locations-v3', '/locations/v3/new-operation', true],
    ['locations-v3', '/locations/v30/new-operation', false],
  ])('%s allows %s: %s', (text, path, opens) => {
    expect(scopeTextAllows(text, path)).toBe(opens);
  });

  it.each(['', ',', 'locations', 'locations-v3:', 'Locations-v3', 'locations-v3;locations-v2'])(
    'allows no operation without a valid scope: %j',
    (text) => {
      for (const { path } of routes) expect(scopeTextAllows(text, path), path).toBe(false);
    },
  );

  it('allows all operations that the policy for the same scopes does not deny', () => {
    const everyPair = scopes.flatMap((one) => scopes.map((other): readonly Scope[] => [one, other]));
    for (const granted of everyPair) {
      const denied = deniedOperations(granted).map(({ path }) => path);
      for (const { path } of guarded) {
        const opens = scopeTextAllows(toScopeText(granted), path);
        expect(opens, `${granted}: ${path}`).toBe(!denied.includes(path));
      }
    }
  });
});
