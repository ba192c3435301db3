#!/usr/bin/env node
import { flushCompileCache } from 'node:module';
import { keepCompiledCode } from './compile-cache.ts';

keepCompiledCode();
await import('./start/start-command.ts');
// Written now, because a killed stack does not write the cache.
flushCompileCache();
