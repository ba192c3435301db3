import type { StageSettings } from '../../stages/stage-settings.ts';

const clientsGet5xx = 'Clients get 5xx.';

const whoSuffers = new Map([
  [
    'platform',
    'The authoriser: clients whose keys API Gateway does not remember get 500. What answers wrong paths and methods: ' +
      'they get 5xx instead of 404 and 405. What publishes and imports: that comes late, and by itself.',
  ],
]);

const accountIsFull =
  'The account runs as many functions at once as it may: see on the dashboard which take the most, and in the access ' +
  'log whether one client asks for it; else ask AWS for a higher quota.';

const writersAreFull =
  'If it is only what takes enquiries, that has reached writersReservedConcurrency instead: find in the access log who ' +
  'floods it, or raise the setting.';

/** Describes what throttled functions of a service mean, and what to do. */
export const throttledWords = (
  service: string,
  { writersReservedConcurrency }: Pick<StageSettings, 'writersReservedConcurrency'>,
): string =>
  [
    `Lambda refuses to run functions of ${service}; the dashboard says which.`,
    whoSuffers.get(service) ?? clientsGet5xx,
    accountIsFull,
    ...(service === 'bill-management-v1' && writersReservedConcurrency !== undefined ? [writersAreFull] : []),
  ].join(' ');
