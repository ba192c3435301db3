import type { CfnOutput, StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { CodeOf } from '../constructs/functions/function-bundles.ts';
import type { PortalContent } from '../constructs/portal/portal-upload.ts';
import { stackName } from '../stages/stage-names.ts';
import type { StageSettings } from '../stages/stage-settings.ts';
import { ApiStack, apiHandlers } from './api-stack.ts';
import { DataStack } from './data-stack.ts';
import { PortalStack } from './portal-stack.ts';
import { PublishingStack, publishingHandlers } from './publishing-stack.ts';
import { WatchStack } from './watch-stack.ts';

/** Every handler that a stage deploys. */
export const deployedHandlers: readonly string[] = [...apiHandlers, ...publishingHandlers];

/** What others need of a stage. */
interface AddedStage {
  /** The address that clients reach it by. */
  readonly apiUrl: CfnOutput;
}

/** What was built for a stage. */
export interface BuiltStage {
  readonly codeOf: CodeOf;
  /** Absent where the portal is not uploaded, but served by whoever runs the stacks. */
  readonly portal?: PortalContent | undefined;
}

/** The stacks of one stage: `Waypost-Dev-Data`, `-Publishing`, `-Api`, `-Portal` and `-Watch`, deployed in this order. */
export const addStage = (
  scope: Construct,
  stage: StageSettings,
  { codeOf, portal: content }: BuiltStage,
): AddedStage => {
  const propsOf = (part: string): StackProps => ({
    // A stage of a pipeline would put its own name before it, and find other stacks than those that are there.
    stackName: stackName(stage, part),
    ...(stage.environment && { env: stage.environment }),
  });
  const data = new DataStack(scope, stackName(stage, 'Data'), stage, propsOf('Data'));
  const house = { stage, stores: data, alarmTopic: data.alarmTopic, codeOf };
  const api = new ApiStack(scope, stackName(stage, 'Api'), house, propsOf('Api'));
  const publishing = new PublishingStack(
    scope,
    stackName(stage, 'Publishing'),
    { ...house, enquiryEvents: data.enquiryEvents },
    propsOf('Publishing'),
  );
  // Functions that read a new format would else read the former one until the publisher that writes it is there too.
  api.addStackDependency(publishing);
  new PortalStack(scope, stackName(stage, 'Portal'), { ...propsOf('Portal'), stage, api, content });
  const watched = { stage, data, api, publishing };
  new WatchStack(scope, stackName(stage, 'Watch'), watched, propsOf('Watch'));
  return { apiUrl: api.apiUrl };
};
