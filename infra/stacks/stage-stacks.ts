import { type CfnOutput, DefaultStackSynthesizer, PermissionsBoundary, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { CodeOf } from '../constructs/functions/function-bundles.ts';
import type { PortalContent } from '../constructs/portal/portal-upload.ts';
import { bootstrapQualifier, boundaryName, stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { ApiStack, apiHandlers } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { PortalStack } from './portal-stack.ts';
import { PublishingStack, publishingHandlers } from './publishing-stack.ts';
import { WatchStack } from './watch-stack.ts';

/** Handlers that a stage deploys. */
export const deployedHandlers: readonly string[] = [...apiHandlers, ...publishingHandlers];

/** Build results for a stage. */
export interface BuiltStage {
  readonly codeOf: CodeOf;
  /** Built portal. Absent if the local stack serves it. */
  readonly portal?: PortalContent | undefined;
}

/**
 * Adds the stacks of one stage in deployment order: `Waypost-Dev-Data`, `-Publishing`, `-Api`, `-Watch` and `-Portal`.
 */
export const addStage = (
  scope: Construct,
  stage: StageSettings,
  { codeOf, portal: content }: BuiltStage,
): { readonly apiUrl: CfnOutput } => {
  const propsOf = (part: string): StackProps => ({
    // The name is set explicitly, because otherwise a pipeline stage would add its own name as a prefix and miss the
    // existing stacks.
    stackName: stackName(stage, part),
    ...(stage.environment && { env: stage.environment }),
    synthesizer: new DefaultStackSynthesizer({ qualifier: bootstrapQualifier(stage) }),
    permissionsBoundary: PermissionsBoundary.fromName(boundaryName(stage)),
  });
  const data = new DataStack(scope, stackName(stage, 'Data'), stage, propsOf('Data'));
  const context = { stage, stores: data, alarmTopics: data.alarmTopics, codeOf };
  const api = new ApiStack(scope, stackName(stage, 'Api'), context, propsOf('Api'));
  const publishing = new PublishingStack(
    scope,
    stackName(stage, 'Publishing'),
    { ...context, enquiryEvents: data.enquiryEvents },
    propsOf('Publishing'),
  );
  // The publisher is deployed first, because the new functions can read only catalogues in the new format.
  api.addStackDependency(publishing);
  const watch = new WatchStack(scope, stackName(stage, 'Watch'), {
    ...propsOf('Watch'),
    stage,
    data,
    api,
    publishing,
  });
  const portal = new PortalStack(scope, stackName(stage, 'Portal'), {
    ...propsOf('Portal'),
    stage,
    data,
    api,
    content,
  });
  // AWS may not allow CloudFront in a new account at first, and the API must be monitored even then.
  portal.addStackDependency(watch);
  return { apiUrl: api.apiUrl };
};
