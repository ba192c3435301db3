import { closedPaths, type Scope } from './scope.ts';

interface PolicyStatement {
  readonly Action: 'execute-api:Invoke';
  readonly Effect: 'Allow' | 'Deny';
  readonly Resource: string[];
}

/** An IAM policy, as a Lambda authoriser answers with it. */
export interface AccessPolicy {
  readonly Version: '2012-10-17';
  readonly Statement: PolicyStatement[];
}

/** `arn:<partition>:execute-api:<region>:<account>:<API>/<stage>` of the method's `<...>/<method>/<path>`. */
const stageArnOf = (methodArn: string): string => methodArn.split('/').slice(0, 2).join('/');

/**
 * What a key with these scopes may call: the whole API but for what is out of its scope. API Gateway remembers the
 * policy under the key for every later request, so that it must not depend on the request at hand. Paths that lead
 * nowhere stay allowed, for them to be answered with 404 rather than 403.
 */
export const accessPolicy = (scopes: readonly Scope[], methodArn: string): AccessPolicy => {
  const stageArn = stageArnOf(methodArn);
  const denied = closedPaths(scopes).flatMap((path) => [`${stageArn}/*${path}`, `${stageArn}/*${path}/*`]);
  const allow: PolicyStatement = {
    Action: 'execute-api:Invoke',
    Effect: 'Allow',
    Resource: [`${stageArn}/*`],
  };
  const deny: PolicyStatement = { Action: 'execute-api:Invoke', Effect: 'Deny', Resource: denied };
  return { Version: '2012-10-17', Statement: denied.length > 0 ? [allow, deny] : [allow] };
};
