#!/usr/bin/env node
import { flushCompileCache } from 'node:module';
import { keepCompiledCode } from './compile-cache.ts';
import { keepRequestsYoung } from './young-requests.ts';

// Before the cache, whose folder is named after V8's flags.
keepRequestsYoung();
keepCompiledCode();
await import('./start/start-command.ts');
// A stack that is killed later would not write it.
flushCompileCache();
