import type { StageName } from '../../stages/stage-settings.ts';
import { stages } from '../../stages/stages.ts';

const local: StageName = 'local';
const deployed = Object.values(stages)
  .map(({ name }) => name)
  .filter((name) => name !== local);

/** The stage on AWS of this name; undefined where there is none. */
export const deployedStage = (text: string): StageName | undefined => deployed.find((name) => name === text);

/** Why a name is not that of a stage on AWS, and which are. */
export const whyNotDeployed = (text: string): string =>
  text === local
    ? `the stage local runs on one machine: npm start. Those on AWS are ${deployed.join(' and ')}.`
    : `there is no stage ${text}. The stages are ${deployed.join(' and ')}; their settings are in infra/stages.`;
