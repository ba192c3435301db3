import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { deployedHandlers } from '../../infra/stacks/stage-stacks.ts';

const run = promisify(execFile);
let directory = '';

/** Runs the app as `npm start` does; what it says on either stream. */
const synthesise = async (outdir: string, context: object): Promise<string> => {
  const { stdout, stderr } = await run(process.execPath, ['infra/app.ts'], {
    env: {
      PATH: process.env.PATH,
      CDK_OUTDIR: join(directory, outdir),
      CDK_CONTEXT_JSON: JSON.stringify(context),
    },
  });
  return stdout + stderr;
};

const lambdaFunction = z.object({
  Code: z.object({ S3Key: z.string() }),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
const template = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), Properties: z.unknown() })),
});

const functionsOf = async (outdir: string, stack: string) => {
  const text = await readFile(join(directory, outdir, `${stack}.template.json`), 'utf8');
  return Object.entries(template.parse(JSON.parse(text)).Resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
    .map(([id, { Properties }]) => {
      const { Code, Environment } = lambdaFunction.parse(Properties);
      return {
        id,
        codeDirectory: `asset.${Code.S3Key.replace(/\.zip$/, '')}`,
        variables: Environment.Variables,
      };
    });
};

/** What the Lambda service itself sets, and the runtime's global of streaming functions. */
const runtimeVariables = { AWS_REGION: 'eu-west-1', AWS_LAMBDA_FUNCTION_NAME: 'test' };
const loadHandler = `
  globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: {} };
  process.stdout.write(typeof require(process.argv[1]).handler);
`;

let said: readonly string[] = [];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'waypost-app-'));
  said = await Promise.all([
    synthesise('first', { stage: 'local' }),
    synthesise('second', { stage: 'local' }),
  ]);
}, 180_000);
afterAll(() => rm(directory, { recursive: true }));

describe('the app', () => {
  it('synthesises the stacks of the stage asked for, without a word', async () => {
    expect(said).toEqual(['', '']);
    const files = await readdir(join(directory, 'first'));
    expect(files.filter((name) => name.endsWith('.template.json')).toSorted()).toEqual([
      'Waypost-Local-Api.template.json',
      'Waypost-Local-Data.template.json',
      'Waypost-Local-Publishing.template.json',
    ]);
  });

  it('gives the same code the same hash, every time', async () => {
    expect(await functionsOf('second', 'Waypost-Local-Api')).toEqual(
      await functionsOf('first', 'Waypost-Local-Api'),
    );
  });

  it('gives every function code that loads with the variables of its template and no others', async () => {
    const functions = await functionsOf('first', 'Waypost-Local-Api');
    expect(functions.length).toBe(deployedHandlers.length);
    const loaded = await Promise.all(
      functions.map(async ({ id, codeDirectory, variables }) => {
        const texts = Object.entries(variables).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : 'a-store',
        ]);
        const { stdout } = await run(
          process.execPath,
          ['-e', loadHandler, join(directory, 'first', codeDirectory, 'index.cjs')],
          { env: { ...runtimeVariables, ...Object.fromEntries(texts) } },
        );
        return [id, stdout];
      }),
    );
    expect(loaded).toEqual(functions.map(({ id }) => [id, 'function']));
  });
});
