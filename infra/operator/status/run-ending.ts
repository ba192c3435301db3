import type { PublicationRun } from '../../../shared/data-access/publishing/runs.ts';

/** How a run of the publisher ended, with why where it did not publish. */
export const runEnding = ({ outcome }: PublicationRun): string => {
  switch (outcome.status) {
    case 'refused':
      return `refused: ${outcome.why}`;
    case 'failed':
      return `failed: ${outcome.why}`;
    case 'held':
      return outcome.startedAt === undefined
        ? 'held back, as the mark of the last import cannot be read'
        : `held back by ${outcome.restoredFrom === undefined ? 'an import' : 'a restore'} of ${outcome.kind}`;
    default:
      return outcome.status;
  }
};
