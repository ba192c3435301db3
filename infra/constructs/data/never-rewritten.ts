import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';

/** Actions that change or remove items; batch writes are included, as they can replace items without a condition. */
const rewriting = [
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:PartiQLUpdate',
  'dynamodb:PartiQLDelete',
];

/**
 * Creates the policy of an append-only table: no principal may change or remove items, whatever its own permissions.
 * The policy cannot distinguish a put that adds from one that replaces, so writers add under a condition. An
 * administrator who may change the policy can still bypass it.
 */
export const neverRewritten = (): PolicyDocument =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        sid: 'NeverRewritten',
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: rewriting,
        // The table's own ARN would be a circular reference.
        resources: ['*'],
      }),
    ],
  });
