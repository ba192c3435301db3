import { expect, it } from 'vitest';
import type { Statement } from '../../../../infra/local/gateway/authoriser-result.ts';
import { policyVerdict } from '../../../../infra/local/gateway/policy-evaluation.ts';

const arn = 'arn:aws:execute-api:region:account:api/stage/GET/locations/v2/points';
const statement = (
  Effect: Statement['Effect'],
  resource: string,
  action = 'execute-api:Invoke',
): Statement => ({
  Effect,
  Action: [action],
  Resource: [resource],
});

it('what no statement allows is denied', () => {
  expect(policyVerdict([])(arn)).toBe('denied');
  expect(policyVerdict([statement('Allow', 'arn:aws:execute-api:*:*:other/*')])(arn)).toBe('denied');
  expect(policyVerdict([statement('Allow', '*', 's3:GetObject')])(arn)).toBe('denied');
});

it('a statement allows the ARNs its pattern matches', () => {
  expect(policyVerdict([statement('Allow', 'arn:aws:execute-api:*:*:api/stage/GET/*')])(arn)).toBe('allowed');
  expect(policyVerdict([statement('Allow', arn, 'execute-api:*')])(arn)).toBe('allowed');
});

it('an explicit Deny wins over any Allow, in whichever order', () => {
  const allow = statement('Allow', '*');
  const deny = statement('Deny', '*/locations/v2/*');
  expect(policyVerdict([allow, deny])(arn)).toBe('explicitly-denied');
  expect(policyVerdict([deny, allow])(arn)).toBe('explicitly-denied');
});
