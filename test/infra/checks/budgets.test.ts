import { describe, expect, it } from 'vitest';
import { stages } from '../../../infra/stages/stages.ts';
import { synthesiseStage } from '../../support/templates/synthesised-stage.ts';

/** CloudFormation takes 500 resources and 1 MB: a stack that comes near must be parted in time. */
const mostResources = 350;
const mostBytes = 700_000;

describe.each(Object.values(stages))('the stacks of $name', (stage) => {
  it.each(Object.entries(synthesiseStage(stage)))('stay far from the limits: %s', (_, template) => {
    const { Resources } = template;
    expect(Object.keys(Resources).length).toBeGreaterThan(0);
    expect(Object.keys(Resources).length).toBeLessThan(mostResources);
    expect(JSON.stringify(template, null, 1).length).toBeLessThan(mostBytes);
  });
});
