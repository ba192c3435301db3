import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

// Each thread must enable the compile cache itself. This file imports nothing else, because modules loaded before that
// are compiled in every thread. It is JavaScript, because TypeScript would load a type stripper of about 10 MB.
enableCompileCache(workerData.compileCache);
await import(workerData.module);
// Written now, because a terminated thread does not write the cache.
flushCompileCache();
