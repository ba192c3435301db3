import { createWriteStream } from 'node:fs';
import type { DataFiles } from './files/data-files.ts';

/** The logs of a stack on this machine, each a file of the data directory that is written on at every start. */
export interface StackLog {
  functions(functionName: string, text: string): void;
  requests(entry: object): void;
  stores(entry: object): void;
}

const appendTo = (file: string, stop: AsyncDisposableStack) => {
  const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
  // A log that cannot be written, as on a full disk, must not take the services with it: its lines are lost.
  stream.on('error', () => {});
  stop.defer(() => new Promise<void>((resolve) => stream.end(resolve)));
  return (text: string): void => {
    stream.write(text);
  };
};

export const openLog = (directory: DataFiles, stop: AsyncDisposableStack): StackLog => {
  const functions = appendTo(directory.functionsLog, stop);
  const requests = appendTo(directory.requestsLog, stop);
  const stores = appendTo(directory.storesLog, stop);
  return {
    functions: (_functionName, text) => functions(text),
    requests: (entry) => requests(`${JSON.stringify(entry)}\n`),
    stores: (entry) => stores(`${JSON.stringify(entry)}\n`),
  };
};
