import { join } from 'node:path';

/** Paths of all files and folders of a data directory. */
export type DataFiles = ReturnType<typeof dataFilesIn>;

export const dataFilesIn = (dataDirectory: string) => {
  const at = (name: string) => join(dataDirectory, name);
  return {
    databaseFile: at('database.sqlite'),
    /** Records of objects, jobs, dead letters and events. Contains personal data. */
    stateFile: at('state.sqlite'),
    objectsDirectory: at('objects'),
    assemblyDirectory: at('assembly'),
    /** Description of the running stack for the command line. */
    stackFile: at('stack.json'),
    /** Key issued at first startup for the machine's owner. */
    keyFile: at('auth-key'),
    /** Browser key of the portal's locator. */
    locatorKeyFile: at('locator-key'),
    /** Marks the directory as used, with or without the sample. */
    initialisedFile: at('initialised.json'),
    storeCredentialsFile: at('store-credentials.json'),
    functionsLog: at('functions.log'),
    requestsLog: at('requests.log'),
    storesLog: at('stores.log'),
  } as const;
};
