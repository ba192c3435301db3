import * as z from 'zod';
import { type StageName, type StageSettings, stageSettings } from './stage-settings.ts';

/** A setting of a stage cannot be, or there is no such stage; the message says which, and what can be. */
export class WrongStage extends Error {
  override readonly name = 'WrongStage';
}

const stageNames = stageSettings.shape.name;
const allStages = z.record(stageNames, stageSettings);

/** The settings of every stage. Throws WrongStage, which names each setting that cannot be. */
export const parseStages = (settings: unknown): Readonly<Record<StageName, StageSettings>> => {
  const parsed = allStages.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw new WrongStage(`settings in infra/stages/stages.ts cannot be:\n${z.prettifyError(parsed.error)}`);
};

/** The stage that is asked for; undefined where none is. Throws WrongStage. */
export const parseStageName = (text: unknown): StageName | undefined => {
  const parsed = stageNames.optional().safeParse(text);
  if (parsed.success) return parsed.data;
  throw new WrongStage(`there is no stage ${String(text)}. The stages are ${stageNames.options.join(', ')}`);
};
