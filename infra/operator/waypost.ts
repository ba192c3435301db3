#!/usr/bin/env node
import './memory-limits.ts';
import { runOperator } from './run-operator.ts';

// Whoever reads our output may stop reading it, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runOperator(process.argv.slice(2));
