#!/usr/bin/env node
import { keepCompiledCode } from '../local/compile-cache.ts';
import { isJson, watchInterrupts, watchOutput } from './terminal/output.ts';

const args = process.argv.slice(2);
const afterOutput = watchOutput();
watchInterrupts(isJson(args));
keepCompiledCode();
const { runOperator } = await import('./run-operator.ts');
process.exitCode = await afterOutput(await runOperator(args));
