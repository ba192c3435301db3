#!/usr/bin/env node
import './memory-limits.ts';
import { keepCompiledCode } from '../local/compile-cache.ts';

// Whoever reads our output may stop reading it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

keepCompiledCode();
const { runOperator } = await import('./run-operator.ts');
process.exitCode = await runOperator(process.argv.slice(2));
