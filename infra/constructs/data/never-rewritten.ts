import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** All that changes or removes an item; a batch may replace what is there without a condition. */
const rewriting = [
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PartiQLDelete',
];

/**
 * The policy of a table whose items are only ever added: nobody may change or remove one, whatever their own rights. It
 * cannot tell a put that adds from one that replaces; those who write add under a condition. Who may change the policy
 * itself, an administrator of the account, can still get past it.
 */
export const neverRewritten = (): PolicyDocument =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'NeverRewritten',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: rewriting,
        // The table's own ARN would be a reference of the table to itself.
        resources: ['*'],
      }),
    ],
  });
