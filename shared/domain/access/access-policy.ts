import { deniedOperations, type Scope } from './scope.ts';

/** IAM policy in the form that a Lambda authoriser returns. */
export type AccessPolicy = ReturnType<typeof accessPolicy>;

/**
 * Builds the policy of a key. It allows the whole API except the operations that the key's scopes do not cover, which
 * are denied by method and path, with `*` for each path parameter. API Gateway caches the policy for later requests
 * with the key, so it must not depend on the current request. Unknown paths and methods are allowed, so that they
 * return 404 or 405. Because `*` also matches slashes in a policy, paths below the parameter of a denied operation
 * return 403.
 */
export const accessPolicy = (scopes: readonly Scope[], methodArn: string) => {
  // The first two parts of `<ARN of the API>/<stage>/<method>/<path>`.
  const stageArn = methodArn.split('/').slice(0, 2).join('/');
  const denied = deniedOperations(scopes).map(
    ({ method, path }) => `${stageArn}/${method}${path.replaceAll(/\{\w+\}/g, '*')}`,
  );
  const allow = statement('Allow', [`${stageArn}/*`]);
  return {
    Version: '2012-10-17',
    Statement: denied.length > 0 ? [allow, statement('Deny', denied)] : [allow],
  };
};

const statement = (Effect: 'Allow' | 'Deny', Resource: string[]) => ({
  Action: 'execute-api:Invoke',
  Effect,
  Resource,
});
