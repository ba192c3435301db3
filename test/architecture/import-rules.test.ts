import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

const project = fileURLToPath(new URL('../../', import.meta.url));
const cruiser = join(project, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
const report = z.object({
  summary: z.object({
    violations: z.array(z.object({ rule: z.object({ name: z.string() }), from: z.string() })),
  }),
});

const rules = z.object({ forbidden: z.array(z.object({ name: z.string() })) });

/** Planted files, by the rule that each breaks. Each entry gives the file's path and the module that it imports. */
const planted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no-circles': { 'infra/local/circle-back.ts': './circle.ts' },
  'everything-resolves': { 'infra/local/lost.ts': './nowhere.ts' },
  'domain-is-pure': {
    'shared/domain/reads-a-file.ts': 'node:fs',
    'shared/domain/asks-a-store.ts': '../data-access/store.ts',
    'shared/domain/signs.ts': '@smithy/signature-v4',
    'shared/domain/borrows-an-index.ts': 'flatbush',
  },
  'spatial-index-stands-alone': {
    'shared/spatial/knows-the-domain.ts': '../domain/pure.ts',
    'shared/spatial/borrows-an-index.ts': 'flatbush',
    'shared/spatial/reads-a-file.ts': 'node:fs',
  },
  'spatial-index-has-one-door': { 'shared/domain/looks-inside.ts': '../spatial/inside.ts' },
  'wire-shows-the-domain': { 'shared/wire/asks-a-store.ts': '../data-access/store.ts' },
  'data-access-serves-the-domain': {
    'shared/data-access/knows-http.ts': '../http/chain.ts',
    'shared/data-access/starts-a-process.ts': 'node:child_process',
    'shared/data-access/opens-a-server.ts': 'node:http',
  },
  'objects-are-read-over-https': {
    'shared/data-access/objects/knows-the-chain.ts': '../../http/chain.ts',
    'shared/data-access/objects/keeps-a-file.ts': 'node:fs',
    'shared/data-access/objects/opens-a-session.ts': 'node:http2',
  },
  'http-is-middy-and-zod': {
    'shared/http/knows-the-domain.ts': '../domain/pure.ts',
    'shared/http/reads-a-file.ts': 'node:fs',
    'shared/http/looks-up.ts': '../../infra/routes/route.ts',
  },
  'observability-is-powertools': {
    'shared/observability/knows-http.ts': '../http/chain.ts',
    'shared/observability/deploys.ts': 'aws-cdk-lib',
  },
  'figures-are-names': { 'shared/observability/figures.ts': './logger.ts' },
  'client-stands-alone': {
    'shared/client/knows-the-domain.ts': '../domain/pure.ts',
    'shared/client/asks-the-table.ts': '@aws-sdk/client-dynamodb',
  },
  'client-runs-in-browsers': {
    'shared/client/keeps-a-file.ts': 'node:fs',
    'shared/client/downloads.ts': './export-download.ts',
  },
  'client-is-made-from-the-descriptions': { 'infra/client/reads-the-routes.ts': '../routes/route.ts' },
  'functions-use-shared': {
    'functions/locations-v3/borrows.ts': '../locations-v2/view.ts',
    'functions/locations-v3/asks-the-table.ts': '@aws-sdk/client-dynamodb',
    'functions/locations-v3/starts-a-process.ts': 'node:child_process',
    'functions/locations-v3/uses-a-test.ts': '../../test/support.ts',
  },
  'app-is-cdk': {
    'infra/constructs/calls-a-handler.ts': '../../functions/locations-v2/view.ts',
    'infra/stacks/knows-the-local-stack.ts': '../local/circle.ts',
    'infra/stacks/writes-a-log.ts': '../../shared/observability/logger.ts',
    'infra/routes/searches.ts': 'flatbush',
  },
  'stacks-stand-on-constructs': {
    'infra/constructs/builds-a-stage.ts': '../stacks/stage-stacks.ts',
    'infra/stages/names-a-stack.ts': '../stacks/stage-stacks.ts',
  },
  'cost-is-arithmetic': {
    'infra/cost/asks-for-the-bill.ts': '@aws-sdk/client-dynamodb',
  },
  'openapi-shows-contracts': {
    'infra/openapi/writes-a-log.ts': '../../shared/observability/logger.ts',
    'infra/openapi/asks-the-table.ts': '@aws-sdk/client-dynamodb',
  },
  'breaking-changes-are-seen-in-documents': {
    'infra/openapi/breaking-changes.ts': '../routes/route.ts',
  },
  'openapi-is-for-clients': { 'shared/wire/tells-of-itself.ts': '../../infra/openapi/document.ts' },
  'generated-files-are-derived': { 'infra/generate/asks-the-table.ts': '@aws-sdk/client-dynamodb' },
  'answers-are-recorded-on-a-stack': {
    'infra/recording/calls-a-handler.ts': '../../functions/locations-v2/view.ts',
  },
  'delivery-deploys-the-app': {
    'infra/delivery/starts-the-local-stack.ts': '../local/circle.ts',
    'infra/delivery/asks-the-table.ts': '@aws-sdk/client-dynamodb',
  },
  'portal-is-a-site': {
    'infra/portal/calls-a-handler.ts': '../../functions/locations-v2/view.ts',
    'infra/portal/asks-the-table.ts': '@aws-sdk/client-dynamodb',
    'infra/portal/opens-a-server.ts': 'node:http',
  },
  'locator-uses-the-public-api': {
    'infra/portal/locator/reads-the-contract.ts': '../../../shared/http/chain.ts',
    'infra/portal/locator/reads-a-file.ts': 'node:fs',
  },
  'local-stack-reads-the-template': {
    'infra/local/reads-the-routes.ts': '../routes/route.ts',
    'infra/local/calls-a-handler.ts': '../../functions/locations-v2/view.ts',
    'infra/local/synthesises.ts': 'aws-cdk-lib',
  },
  'command-line-talks-to-the-stack': {
    'infra/operator/reads-the-routes.ts': '../routes/route.ts',
    'infra/operator/calls-a-handler.ts': '../../functions/locations-v2/view.ts',
  },
  'console-goes-through-the-command-line': {
    'infra/console/calls-a-handler.ts': '../../functions/locations-v2/view.ts',
    'infra/console/asks-the-table.ts': '@aws-sdk/client-dynamodb',
  },
  'console-runs-in-browsers': {
    'infra/console/browser/reads-a-file.ts': 'node:fs',
    'infra/console/browser/knows-a-command.ts': '../../operator/import/import.ts',
  },
  'stack-knows-no-command': {
    'infra/operator/stack/imports.ts': '../import/import.ts',
  },
};

const plants = Object.entries(planted).flatMap(([rule, files]) =>
  Object.entries(files).map(([file, imported]) => ({ rule, file, imported })),
);

const bystanders: Readonly<Record<string, string>> = {
  'shared/domain/pure.ts': "import * as z from 'zod';\nexport const schema = z.string();",
  'shared/spatial/inside.ts': 'export {};',
  'shared/data-access/store.ts': "import '../domain/pure.ts';",
  'shared/http/chain.ts': "import '@middy/core';",
  'functions/locations-v2/view.ts': "import '../../shared/http/chain.ts';",
  'shared/observability/logger.ts': 'export {};',
  'infra/constructs/watches.ts': "import '../../shared/observability/figures.ts';",
  'infra/routes/route.ts': 'export {};',
  'shared/client/export-download.ts': "import 'node:fs';",
  'infra/openapi/document.ts': 'export {};',
  'infra/stacks/stage-stacks.ts': "import '../constructs/watches.ts';",
  'infra/local/circle.ts': "import './circle-back.ts';",
  'infra/operator/import/import.ts': "import '../stack/open-stack.ts';",
  'infra/operator/stack/open-stack.ts': "import '../errors.ts';",
  'infra/operator/errors.ts': 'export {};',
  'test/support.ts': 'export {};',
};

describe('the import rules', () => {
  let violations: { rule: { name: string }; from: string }[];
  let tree: string;
  let ruleNames: string[];

  beforeAll(async () => {
    // The folder is inside the project, so that packages resolve as they do for the real files.
    tree = await mkdtemp(join(project, '.local-planted-'));
    const config = await readFile(join(project, '.dependency-cruiser.json'), 'utf8');
    ruleNames = rules.parse(JSON.parse(config)).forbidden.map(({ name }) => name);
    const files = { ...bystanders, 'tsconfig.json': '{}', '.dependency-cruiser.json': config };
    const sources = plants.map(({ file, imported }): [string, string] => [file, `import '${imported}';`]);
    for (const [file, content] of [...Object.entries(files), ...sources]) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), content);
    }
    const run = promisify(execFile)(
      process.execPath,
      [cruiser, ...'--config .dependency-cruiser.json --output-type json infra functions shared'.split(' ')],
      { cwd: tree, maxBuffer: 64 * 1024 * 1024 },
    );
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    violations = report.parse(JSON.parse(stdout)).summary.violations;
  });
  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(plants)('forbid an import of $imported in $file: $rule', ({ rule, file }) => {
    expect(violations.filter(({ from }) => from === file).map(({ rule: { name } }) => name)).toContain(rule);
  });

  it('accept files that comply with them', () => {
    const broken = new Set(['infra/local/circle.ts', ...plants.map(({ file }) => file)]);
    expect(violations.filter(({ from }) => !broken.has(from))).toEqual([]);
  });

  it('each have at least one planted file that breaks them', () => {
    expect(Object.keys(planted).sort()).toEqual(ruleNames.sort());
  });
});
