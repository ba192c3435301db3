import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';

/** The logs of a stack on this machine, each a file of the data directory that is written on at every start. */
export interface StackLog {
  functions(functionName: string, text: string): void;
  requests(entry: object): void;
  stores(entry: object): void;
}

const appendTo = (directory: DataDirectory, name: string, stop: AsyncDisposableStack) => {
  const file = createWriteStream(join(directory.path, name), { flags: 'a', mode: 0o600 });
  stop.defer(() => new Promise<void>((resolve) => file.end(resolve)));
  return (text: string): void => {
    file.write(text);
  };
};

export const openLog = (directory: DataDirectory, stop: AsyncDisposableStack): StackLog => {
  const functions = appendTo(directory, 'functions.log', stop);
  const requests = appendTo(directory, 'requests.log', stop);
  const stores = appendTo(directory, 'stores.log', stop);
  return {
    functions: (_functionName, text) => functions(text),
    requests: (entry) => requests(`${JSON.stringify(entry)}\n`),
    stores: (entry) => stores(`${JSON.stringify(entry)}\n`),
  };
};
