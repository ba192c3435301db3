import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FunctionHost } from '../../../../infra/local/functions/function-host.ts';
import { threadedFunctionHost } from '../../../../infra/local/functions/function-host.ts';
import type { DeployedFunction } from '../../../../infra/local/template/deployment.ts';

export const runtimeEnvironment = { AWS_REGION: 'ap-southeast-2' };

/** Starts a host that runs each export of a CommonJS source as a function of that name, and collects their logs. */
export const startHost = async (
  source: string,
  settings: Readonly<Record<string, Partial<DeployedFunction>>> = {},
  maxConcurrency?: number,
): Promise<FunctionHost & AsyncDisposable & { readonly logged: string[] }> => {
  const codeDirectory = await mkdtemp(join(tmpdir(), 'functions-'));
  await writeFile(join(codeDirectory, 'index.cjs'), source);
  const functions = [...source.matchAll(/^exports\.(\w+)/gm)].map(
    ([, name = '']): DeployedFunction => ({
      name,
      codeDirectory,
      handler: `index.${name}`,
      environment: {},
      // Long enough for every function on a busy machine.
      timeoutSeconds: 10,
      memoryMegabytes: 256,
      ...settings[name],
    }),
  );
  const logged: string[] = [];
  const host = threadedFunctionHost({
    functions: new Map(functions.map((each) => [each.name, each])),
    runtimeEnvironment,
    ...(maxConcurrency !== undefined && { maxConcurrency }),
    log: (name, text) => logged.push(`${name}: ${text}`),
  });
  const close = async () => {
    await host.close();
    await rm(codeDirectory, { recursive: true });
  };
  return { ...host, close, logged, [Symbol.asyncDispose]: close };
};
