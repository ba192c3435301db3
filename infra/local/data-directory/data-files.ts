import { join } from 'node:path';

/** Where a stack keeps everything, below its data directory. */
export type DataFiles = ReturnType<typeof dataFilesIn>;

/** Returns the paths of all files and folders of a data directory. */
export const dataFilesIn = (dataDirectory: string) => {
  const at = (name: string) => join(dataDirectory, name);
  return {
    databaseFile: at('database.sqlite'),
    /** Records of objects, jobs, dead letters and events: personal data. */
    stateFile: at('state.sqlite'),
    /** Contents of objects. */
    objectsDirectory: at('objects'),
    assemblyDirectory: at('assembly'),
    /** Description of the running stack for the command line. */
    stackFile: at('stack.json'),
    /** The ready-made key of the machine's owner. */
    keyFile: at('auth-key'),
    /** There once the directory is in use: only before that is the sample loaded. */
    initialisedFile: at('initialised.json'),
    /** There while the sample is loaded for the first time: the tables have nothing else yet. */
    fillingFile: at('filling.json'),
    storeCredentialsFile: at('store-credentials.json'),
    functionsLog: at('functions.log'),
    requestsLog: at('requests.log'),
    storesLog: at('stores.log'),
  } as const;
};
