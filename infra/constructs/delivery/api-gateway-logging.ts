import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/**
 * Sets the role with which API Gateway writes the access logs of all APIs in the account and region. It is an account
 * setting, so the role must not have the permissions boundary of a stage, which would exclude the other stages' logs.
 * The role and the setting are retained when their stack is deleted, because other APIs may still use them.
 */
export class ApiGatewayLogging extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const managed = 'service-role/AmazonAPIGatewayPushToCloudWatchLogs';
    const role = new Role(this, 'Role', {
      description: 'Writes the logs of all APIs in the account and region',
      // Deployments of a stage may change the roles named after the stage, but only those without a path.
      path: '/waypost/',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(managed)],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn }).applyRemovalPolicy(
      RemovalPolicy.RETAIN,
    );
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${managed}]`,
      reason: 'API Gateway rejects a role that may not write to all log groups.',
    });
  }
}
