import type { Pipeline } from 'aws-cdk-lib/aws-codepipeline';
import { Grant, Role } from 'aws-cdk-lib/aws-iam';

/**
 * Lets the source of a pipeline use its connection by both names that the service has had. The CDK knows the former
 * alone, which does not hold for a connection whose ARN begins with the newer.
 */
export const letSourceUseConnection = (pipeline: Pipeline, connectionArn: string): void => {
  for (const grantee of pipeline.node.findChild('Source').node.findAll().filter(Role.isRole)) {
    Grant.addToPrincipal({
      grantee,
      actions: ['codestar-connections:UseConnection', 'codeconnections:UseConnection'],
      resourceArns: [connectionArn],
    });
  }
};
