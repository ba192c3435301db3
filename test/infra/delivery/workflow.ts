import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import * as z from 'zod';

const variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']));

const step = z.strictObject({
  id: z.string().optional(),
  name: z.string().optional(),
  uses: z.string().optional(),
  with: variables.optional(),
  run: z.string().optional(),
  env: variables.optional(),
  shell: z.literal('bash').optional(),
  if: z.string().optional(),
});

const concurrency = z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() });

const job = z.strictObject({
  name: z.string().optional(),
  needs: z.union([z.string(), z.array(z.string())]).optional(),
  if: z.string().optional(),
  permissions: permissions.optional(),
  environment: z.string().optional(),
  concurrency: concurrency.optional(),
  'runs-on': z.literal('ubuntu-24.04').optional(),
  'timeout-minutes': z.int().min(1).max(60).optional(),
  env: variables.optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  steps: z.array(step).default([]),
  uses: z.string().optional(),
  with: variables.optional(),
  // `inherit` would pass every secret of the repository.
  secrets: z.record(z.string(), z.string()).optional(),
});

const workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  concurrency: concurrency.optional(),
  jobs: z.record(z.string(), job),
});
export type Workflow = z.infer<typeof workflow>;

const folder = new URL('../../../.github/workflows/', import.meta.url);

export const workflowText = (file: string): Promise<string> => readFile(new URL(file, folder), 'utf8');

/** Parses a workflow. Rejects all keys that the workflows do not use yet, such as `continue-on-error`. */
export const readWorkflow = async (file: string): Promise<Workflow> =>
  workflow.parse(parse(await workflowText(file)));

export const commandsOf = (workflow: Workflow) =>
  Object.values(workflow.jobs).flatMap((job) =>
    job.steps.flatMap(({ run }) => (run === undefined ? [] : [run])),
  );

/** Returns the lines of a script without comments, with continued lines joined. */
export const linesOf = (script: string): readonly string[] =>
  script
    .replaceAll(/\\\n */g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
