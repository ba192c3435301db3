import { randomUUID } from 'node:crypto';
import { systemClock } from '../../../infra/local/clock.ts';
import { dataFilesIn } from '../../../infra/local/data-directory/data-files.ts';
import { openJobs } from '../../../infra/local/jobs/jobs.ts';
import { queueSender } from '../../../infra/local/jobs/queues.ts';
import { openState } from '../../../infra/local/state.ts';

/** Adds a file to the import queue. The returned function removes it. */
export const queueFile = (dataDirectory: string): (() => void) => {
  const group = { kind: 'queue', name: 'Files', groupId: 'files' } as const;
  const state = openState(dataFilesIn(dataDirectory).stateFile);
  const jobs = openJobs(state);
  queueSender({ jobs, clock: systemClock })(group.name, group.groupId, randomUUID());
  return () => {
    const job = jobs.first(group);
    if (job) jobs.finish(job);
    state.close();
  };
};
