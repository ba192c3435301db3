import { Worker, type WorkerOptions } from 'node:worker_threads';
import { compileCache } from '../compile-cache.ts';

interface ThreadOptions extends WorkerOptions {
  /** What the module is told as its `workerData`, beside the names `module` and `compileCache`. */
  readonly workerData?: object;
}

/** Starts a thread that runs a module with the code that former starts have compiled. */
export const newThread = (module: URL, { workerData, ...options }: ThreadOptions = {}): Worker =>
  new Worker(new URL('./thread-entry.js', import.meta.url), {
    ...options,
    workerData: { ...workerData, module: module.href, compileCache },
  });
