import { InvalidArgumentError, Option } from 'commander';
import { type KeyStatus, keyStatuses } from './key-view.ts';

const statusOf = (text: string): KeyStatus => {
  const found = keyStatuses.find((status) => status === text.toUpperCase());
  if (found) return found;
  throw new InvalidArgumentError(`Allowed choices are ${keyStatuses.join(', ')}.`);
};

/** How keys are to stand, in capitals or not. */
export const statusOption = (): Option =>
  new Option('--status <status>', 'those that stand so alone').choices(keyStatuses).argParser(statusOf);
