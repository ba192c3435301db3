import { enableCompileCache, flushCompileCache } from 'node:module';
import { workerData } from 'node:worker_threads';

// The cache of compiled code is each thread's own to turn on. This is JavaScript, and imports nothing before: what comes
// before the cache is compiled anew by every thread, and for TypeScript its stripper loaded, of some ten megabytes.
enableCompileCache(workerData.compileCache);
await import(workerData.module);
// A thread that is terminated later would not write it.
flushCompileCache();
