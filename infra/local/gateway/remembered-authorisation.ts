import type { AuthoriserResult } from './authoriser-result.ts';
import { type Authorised, authorisedBy } from './caller.ts';
import { policyVerdict, type Verdict } from './policy-evaluation.ts';

/** An authoriser's result, made ready for the many requests that it is remembered for. */
export interface RememberedAuthorisation {
  /** Whether its policy lets a method be invoked. */
  readonly verdictOn: (methodArn: string) => Verdict;
  /** What it has found out; `integrationLatency` is the milliseconds that asking it took, 0 where it was remembered. */
  authorised(integrationLatency: number): Authorised;
  /** Its context and its principal, without the latency. */
  readonly variables: ReadonlyMap<string, string>;
}

export const rememberedAuthorisation = ({
  principalId,
  policyDocument,
  context,
  usageIdentifierKey,
}: AuthoriserResult): RememberedAuthorisation => {
  const authorised = (integrationLatency: number): Authorised =>
    authorisedBy({ ...context, principalId, integrationLatency }, usageIdentifierKey);
  const remembered = authorised(0);
  return {
    verdictOn: policyVerdict(policyDocument.Statement),
    authorised: (integrationLatency) =>
      integrationLatency === 0 ? remembered : authorised(integrationLatency),
    variables: new Map(Object.entries({ ...context, principalId })),
  };
};
