#!/usr/bin/env node
import { enableCompileCache, flushCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept from one start to the next: half of a start's work would go into compiling it again. What comes
// before the command line's own imports, therefore.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/waypost', import.meta.url)));
await import('./start-command.ts');
// A stack that is killed later would not write it.
flushCompileCache();
