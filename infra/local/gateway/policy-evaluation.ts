import type { Statement } from './authoriser-result.ts';
import { matchesWildcard } from './wildcard.ts';

const invokeAction = 'execute-api:invoke';

const applies = ({ Action, Resource }: Statement, methodArn: string): boolean =>
  Action.some((action) => matchesWildcard(action.toLowerCase(), invokeAction)) &&
  Resource.some((resource) => matchesWildcard(resource, methodArn));

export type Verdict = 'allowed' | 'denied' | 'explicitly-denied';

/** May the method be invoked? An explicit Deny wins over any Allow; what no statement allows is denied. */
export const evaluatePolicy = (statements: readonly Statement[], methodArn: string): Verdict => {
  let verdict: Verdict = 'denied';
  for (const statement of statements) {
    if (!applies(statement, methodArn)) continue;
    if (statement.Effect === 'Deny') return 'explicitly-denied';
    verdict = 'allowed';
  }
  return verdict;
};
