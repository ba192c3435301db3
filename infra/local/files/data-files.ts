import { join } from 'node:path';

/** Where everything of a stack lies in its data directory. */
export interface DataFiles {
  readonly databaseFile: string;
  readonly objectsDirectory: string;
  readonly assemblyDirectory: string;
  /** What a running stack tells the command line. */
  readonly stackFile: string;
  /** The ready-made key of the machine's owner. */
  readonly keyFile: string;
  /** Names what was done when the data directory was first used; until then sample data may be loaded. */
  readonly initialisedFile: string;
  /** There while the sample is loaded for the first time: until then the tables hold nothing else. */
  readonly fillingFile: string;
  readonly storeCredentialsFile: string;
  /** When each schedule ran, and runs next. */
  readonly schedulesFile: string;
  /** How far the changes of the tables were delivered. */
  readonly streamsFile: string;
  /** Messages that wait for a function, in a folder for each queue. */
  readonly queuesDirectory: string;
  /** What no function took in the end, a line each. */
  readonly deadLettersFile: string;
  /** What was announced on the buses, a line each: personal data. */
  readonly eventsFile: string;
  readonly functionsLog: string;
  readonly requestsLog: string;
  readonly storesLog: string;
}

export const dataFilesIn = (dataDirectory: string): DataFiles => ({
  databaseFile: join(dataDirectory, 'database.sqlite'),
  objectsDirectory: join(dataDirectory, 'objects'),
  assemblyDirectory: join(dataDirectory, 'assembly'),
  stackFile: join(dataDirectory, 'stack.json'),
  keyFile: join(dataDirectory, 'auth-key'),
  initialisedFile: join(dataDirectory, 'initialised.json'),
  fillingFile: join(dataDirectory, 'filling.json'),
  storeCredentialsFile: join(dataDirectory, 'store-credentials.json'),
  schedulesFile: join(dataDirectory, 'schedules.json'),
  streamsFile: join(dataDirectory, 'streams.json'),
  queuesDirectory: join(dataDirectory, 'queues'),
  deadLettersFile: join(dataDirectory, 'dead-letters.ndjson'),
  eventsFile: join(dataDirectory, 'events.ndjson'),
  functionsLog: join(dataDirectory, 'functions.log'),
  requestsLog: join(dataDirectory, 'requests.log'),
  storesLog: join(dataDirectory, 'stores.log'),
});
