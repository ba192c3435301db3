import type { Statement } from './authoriser-result.ts';
import { wildcard } from './wildcard.ts';

const invokeAction = 'execute-api:invoke';

export type Verdict = 'allowed' | 'denied' | 'explicitly-denied';

/** Whether any resource of the statements of one effect that are about invoking is the method. */
const appliesTo = (statements: readonly Statement[], effect: Statement['Effect']) => {
  const resources = statements
    .filter(({ Effect }) => Effect === effect)
    .filter(({ Action }) => Action.some((action) => wildcard(action.toLowerCase())(invokeAction)))
    .flatMap(({ Resource }) => Resource.map(wildcard));
  return (methodArn: string): boolean => resources.some((matches) => matches(methodArn));
};

/** Reads a policy for the methods that it will be asked about: an explicit Deny wins over any Allow; what no statement allows is denied. */
export const policyVerdict = (statements: readonly Statement[]): ((methodArn: string) => Verdict) => {
  const isDenied = appliesTo(statements, 'Deny');
  const isAllowed = appliesTo(statements, 'Allow');
  return (methodArn) => {
    if (isDenied(methodArn)) return 'explicitly-denied';
    return isAllowed(methodArn) ? 'allowed' : 'denied';
  };
};
