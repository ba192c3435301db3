import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

// Each thread must enable the compile cache itself. Nothing else is imported, because modules loaded before that step
// are compiled in every thread. This is JavaScript, because TypeScript would load a type stripper of about 10 MB.
enableCompileCache(workerData.compileCache);
await import(workerData.module);
// Written now, because a terminated thread does not write the cache.
flushCompileCache();
