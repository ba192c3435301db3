import { describe, expect, it } from 'vitest';
import { routes } from '../../../../infra/routes/routes.ts';
import { accessPolicy } from '../../../../shared/domain/access/access-policy.ts';
import { deniedOperations, type Scope, scopes } from '../../../../shared/domain/access/scope.ts';
import { basePathOf, type Service, services } from '../../../../shared/domain/access/service.ts';
import { policyAllows } from '../../../support/templates/policy-allows.ts';

const stageArn = 'arn:aws:execute-api:ap-southeast-2:123456789012:abcdef1234/live';
const methodArn = `${stageArn}/GET/locations/v2/points/postcode/3000`;

const allows = (granted: readonly Scope[], method: string, path: string): boolean =>
  policyAllows(accessPolicy(granted, methodArn), `${stageArn}/${method}${path}`);

const guarded = routes
  .filter(({ open }) => !open)
  .map(({ method, path }) => ({ method, path, called: path.replaceAll(/\{\w+\}/g, 'value') }));

const isOf = (service: Service, path: string): boolean => path.startsWith(`${basePathOf[service]}/`);

it.each(services)(
  'A18: a key for %s opens every operation of its service, and none of the others',
  (granted) => {
    for (const { method, called } of guarded) {
      expect(allows([granted], method, called), called).toBe(isOf(granted, called));
    }
  },
);

it.each(services)(
  'a key for %s leaves other methods of every operation open, to be answered with 405',
  (granted) => {
    for (const { method, called } of guarded) {
      for (const other of ['GET', 'POST', 'PUT', 'HEAD', 'DELETE'].filter((each) => each !== method)) {
        expect(allows([granted], other, called), `${other} ${called}`).toBe(true);
      }
    }
  },
);

it.each([
  '/locations/v2',
  '/locations/v2/',
  '/locations/v2/nope',
  '/locations/v2/points',
  '/locations/v2/services-of-others',
  '/locations/v3/nope',
  '/bill-management-api/v1/nope',
  '/bill-management-api/v1/enquiries/1',
])('%s is open to every key, to be answered with 404', (path) => {
  for (const scope of scopes) expect(allows([scope], 'GET', path)).toBe(true);
});

it('closes paths below a parameter of a closed operation, as a policy cannot tell them apart', () => {
  expect(allows(['bill-management'], 'GET', '/locations/v2/services/1/2')).toBe(false);
});

it('makes a policy of less than 4 kB for any scope, as API Gateway caches it for each key', () => {
  for (const scope of scopes) {
    expect(JSON.stringify(accessPolicy([scope], methodArn)).length).toBeLessThan(4_000);
  }
});

it('a key for all services opens everything, by one statement', () => {
  expect(accessPolicy(services, methodArn)).toEqual({
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: [`${stageArn}/*`] }],
  });
});

it('paths of no service stay open, to be answered with 404', () => {
  expect(allows(['locations-v3'], 'GET', '/nowhere')).toBe(true);
  expect(allows(['locations-v3'], 'GET', '/locations/v20')).toBe(true);
});

it('A19: the policy is the same for every method and path', () => {
  const policy = accessPolicy(['locations-v2'], methodArn);

  expect(accessPolicy(['locations-v2'], `${stageArn}/POST/bill-management-api/v1/enquiries`)).toEqual(policy);
  expect(accessPolicy(['locations-v2'], `${stageArn}/GET/`)).toEqual(policy);
});

const base = '/bill-management-api/v1';

describe('a key for a part of a service', () => {
  it('D26: without the enquiries opens the billers and nothing else of bill management', () => {
    const granted = ['bill-management:billers'] as const;
    expect(allows(granted, 'GET', `${base}/biller-metadata`)).toBe(true);
    expect(allows(granted, 'GET', `${base}/biller-metadata/bill-types`)).toBe(true);
    expect(allows(granted, 'POST', `${base}/enquiries`)).toBe(false);
  });

  it('A17: for enquiries alone does not open the billers', () => {
    const granted = ['bill-management:enquiries'] as const;
    expect(allows(granted, 'POST', `${base}/enquiries`)).toBe(true);
    expect(allows(granted, 'GET', `${base}/biller-metadata`)).toBe(false);
    expect(allows(granted, 'GET', `${base}/biller-metadata/0101`)).toBe(false);
    expect(allows(granted, 'GET', '/locations/v2/services')).toBe(false);
  });

  it('F15: without the export searches, and with it alone only exports', () => {
    expect(allows(['locations-v3:search'], 'GET', '/locations/v3/workcentres/1_PO')).toBe(true);
    expect(allows(['locations-v3:search'], 'GET', '/locations/v3/export/workcentres')).toBe(false);
    expect(allows(['locations-v3:export'], 'GET', '/locations/v3/export/workcentres')).toBe(true);
    expect(allows(['locations-v3:export'], 'GET', '/locations/v3/workcentres')).toBe(false);
    expect(allows(['locations-v3:export'], 'GET', '/locations/v3/operational-capabilities')).toBe(false);
  });

  it('leaves paths of its service that are nobody’s open, to be answered with 404', () => {
    for (const path of [base, `${base}/nothing`, `${base}/enquiries-of-others`])
      expect(allows(['bill-management:billers'], 'GET', path), path).toBe(true);
    for (const path of ['/locations/v3', '/locations/v3/export', '/locations/v3/export/nothing'])
      expect(allows(['locations-v3:search'], 'GET', path), path).toBe(true);
  });

  it('opens what the service does where it has all its parts', () => {
    expect(
      accessPolicy(
        ['locations-v2', 'locations-v3:search', 'locations-v3:export', 'bill-management'],
        methodArn,
      ),
    ).toEqual(accessPolicy(services, methodArn));
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

  it('is a route: no other is listed', () => {
    const listed = deniedOperations([]).map(({ method, path }) => `${method} ${path}`);
    expect(listed.toSorted()).toEqual(guarded.map(({ method, path }) => `${method} ${path}`).toSorted());
  });
});
