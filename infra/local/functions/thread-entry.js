import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

// Each thread must enable the compile cache itself. This file is JavaScript and imports nothing else, because modules
// loaded before that would be compiled by every thread, and TypeScript would also load its type stripper of about 10 MB.
enableCompileCache(workerData.compileCache);
await import(workerData.module);
// A thread that is terminated would not write the cache.
flushCompileCache();
