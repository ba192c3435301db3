import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

type Granted = ReturnType<Role['addToPrincipalPolicy']>;

/**
 * What a function may do, in one policy that is part of its role: there is no moment in a deployment in which the
 * function has the one and not the other, and no second resource for each.
 */
export class FunctionRole extends Role {
  readonly #granted: PolicyDocument;

  constructor(scope: Construct, id: string) {
    const granted = new PolicyDocument({ minimize: true });
    super(scope, id, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Granted: granted },
    });
    this.#granted = granted;
  }

  override addToPrincipalPolicy(statement: PolicyStatement): Granted {
    this.#granted.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
