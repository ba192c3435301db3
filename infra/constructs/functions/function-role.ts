import { PolicyDocument, type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

type Granted = ReturnType<Role['addToPrincipalPolicy']>;

/**
 * Role of a function with one inline policy, so that no deployment ever has the role without its permissions, and there
 * is no second resource.
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
