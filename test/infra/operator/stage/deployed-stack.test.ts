import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deployedStack } from '../../../../infra/operator/stack/deployed-stack.ts';
import { type StartedStage, startDeployedStage } from '../../../support/stack/deployed-stage.ts';

let stage: StartedStage;
beforeAll(async () => {
  stage = await startDeployedStage();
  for (const [name, value] of Object.entries(stage.environment)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stage.close();
});

it('the functions of a stage have looked for a newer catalogue after the grace of a check', async () => {
  const stack = await deployedStack('dev', undefined);
  expect(stack.maxUncheckedSeconds).toBe(35);
  stack.close();
});
