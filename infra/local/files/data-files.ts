import { join } from 'node:path';

/** Where everything of a stack lies in its data directory. */
export interface DataFiles {
  readonly databaseFile: string;
  /** Records of objects, jobs, dead letters and events: personal data. */
  readonly stateFile: string;
  /** Contents of objects. */
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
  /** There while an import runs. */
  readonly importLock: string;
  readonly functionsLog: string;
  readonly requestsLog: string;
  readonly storesLog: string;
}

export const dataFilesIn = (dataDirectory: string): DataFiles => ({
  databaseFile: join(dataDirectory, 'database.sqlite'),
  stateFile: join(dataDirectory, 'state.sqlite'),
  objectsDirectory: join(dataDirectory, 'objects'),
  assemblyDirectory: join(dataDirectory, 'assembly'),
  stackFile: join(dataDirectory, 'stack.json'),
  keyFile: join(dataDirectory, 'auth-key'),
  initialisedFile: join(dataDirectory, 'initialised.json'),
  fillingFile: join(dataDirectory, 'filling.json'),
  storeCredentialsFile: join(dataDirectory, 'store-credentials.json'),
  importLock: join(dataDirectory, 'import.lock'),
  functionsLog: join(dataDirectory, 'functions.log'),
  requestsLog: join(dataDirectory, 'requests.log'),
  storesLog: join(dataDirectory, 'stores.log'),
});
