#!/usr/bin/env node
import { flushCompileCache } from 'node:module';
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
await import('./start/start-command.ts');
// A stack that is killed would not write the cache.
flushCompileCache();
