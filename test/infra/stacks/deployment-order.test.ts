import { App } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { expect, it } from 'vitest';
import settings from '../../../cdk.json' with { type: 'json' };
import { addStage } from '../../../infra/stacks/stage-stacks.ts';
import { stages } from '../../../infra/stages/stages.ts';
import { unbuiltPortal } from '../../support/portal-content.ts';

it.each([stages.dev, stages.prod])(
  'the stacks of $name are deployed data, publishing, API, watch, portal',
  (stage) => {
    const app = new App({
      context: settings.context,
      analyticsReporting: false,
      builtinCloudFormationValidation: false,
    });
    addStage(app, stage, { codeOf: (handler) => Code.fromInline(`// ${handler}`), portal: unbuiltPortal });
    const awaitedBy = new Map(
      app.synth().stacks.map(({ stackName, dependencies }) => [
        stackName.replace(/^.*-/, ''),
        dependencies
          .map(({ id }) => /-(Data|Publishing|Api|Portal|Watch)$/.exec(id)?.[1])
          .filter((name) => name !== undefined)
          .toSorted(),
      ]),
    );
    // The publisher that writes a new format is there before functions that read it.
    expect(awaitedBy.get('Api')).toEqual(['Data', 'Publishing']);
    expect(awaitedBy.get('Publishing')).toEqual(['Data']);
    expect(awaitedBy.get('Watch')).toEqual(['Api', 'Data', 'Publishing']);
    // Its pages and its policy say where the API is; where it is refused, the alarms are there.
    expect(awaitedBy.get('Portal')).toEqual(['Api', 'Watch']);
  },
);
