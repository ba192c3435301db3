import { expect, it } from 'vitest';
import { accessPolicy } from '../../../../shared/domain/access/access-policy.ts';
import { type Scope, scopes } from '../../../../shared/domain/access/api-key.ts';

const stageArn = 'arn:aws:execute-api:ap-southeast-2:123456789012:abcdef1234/live';
const methodArn = `${stageArn}/GET/locations/v2/points/postcode/3000`;

/** Evaluates as IAM does: `*` is any text, slashes included; a Deny that matches decides. */
const allows = (granted: readonly Scope[], method: string, path: string): boolean => {
  const resource = `${stageArn}/${method}${path}`;
  const literal = (text: string) => text.replaceAll(/[.:/-]/g, String.raw`\$&`);
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`).test(resource);
  const effects = accessPolicy(granted, methodArn)
    .Statement.filter(({ Resource }) => Resource.some(matches))
    .map(({ Effect }) => Effect);
  return effects.includes('Allow') && !effects.includes('Deny');
};

const samples: Readonly<Record<Scope, readonly string[]>> = {
  'bill-management': ['/bill-management-api/v1', '/bill-management-api/v1/biller-metadata/0101'],
  'locations-v2': ['/locations/v2', '/locations/v2/points/postcode/3000', '/locations/v2/'],
  'locations-v3': ['/locations/v3', '/locations/v3/workcentres'],
};

it.each(scopes)('A18: a key for %s opens every path of its service, and none of the others', (granted) => {
  for (const scope of scopes) {
    for (const path of samples[scope]) {
      expect(allows([granted], 'GET', path), path).toBe(scope === granted);
      expect(allows([granted], 'POST', path), path).toBe(scope === granted);
    }
  }
});

it('a key for all services opens everything, by one statement', () => {
  expect(accessPolicy(scopes, methodArn)).toEqual({
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
