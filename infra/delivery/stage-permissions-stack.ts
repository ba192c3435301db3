import type { Construct } from 'constructs';
import { ApiGatewayLogging } from '../constructs/delivery/api-gateway-logging.ts';
import { stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { PermissionsStack } from './permissions-stack.ts';
import { deployedStage, deployStatements, stageBoundary } from './stage-permissions.ts';

/** A stage's permissions, and the account's setting for the logs of its API, which a deployment may not change. */
export class StagePermissionsStack extends PermissionsStack {
  constructor(scope: Construct, stage: StageSettings) {
    super(scope, stackName(stage, 'Permissions'), {
      env: stage.environment,
      deployed: deployedStage(stage),
      policies: deployStatements(stage),
      boundary: stageBoundary(stage),
    });
    new ApiGatewayLogging(this, 'ApiGatewayLogging');
  }
}
