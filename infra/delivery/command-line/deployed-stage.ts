import { InvalidArgumentError } from 'commander';
import type { StageName } from '../../stages/stage-settings.ts';
import { stages } from '../../stages/stages.ts';

const local: StageName = 'local';
const deployed = Object.values(stages)
  .map(({ name }) => name)
  .filter((name) => name !== local);

/** The stage that a command names. Throws commander's InvalidArgumentError, which names those there are. */
export const deployedStage = (text: string): StageName => {
  const stage = deployed.find((name) => name === text);
  if (stage !== undefined) return stage;
  throw new InvalidArgumentError(
    text === local
      ? `The stage local runs on one machine: npm start. Those on AWS are ${deployed.join(' and ')}.`
      : `The stages are ${deployed.join(' and ')}; their settings are in infra/stages.`,
  );
};
