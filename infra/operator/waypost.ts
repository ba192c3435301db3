#!/usr/bin/env node
import { keepCompiledCode } from '../local/compile-cache.ts';
import { watchOutput } from './terminal/output.ts';

const afterOutput = watchOutput();
keepCompiledCode();
const { runOperator } = await import('./run-operator.ts');
process.exitCode = await afterOutput(await runOperator(process.argv.slice(2)));
