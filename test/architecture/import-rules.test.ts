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

/** One file that breaks each rule of the house. */
const planted: Readonly<Record<string, { file: string; content: string }>> = {
  'domain-is-pure': { file: 'shared/domain/reads-a-file.ts', content: "import 'node:fs';" },
  'wire-shows-the-domain': {
    file: 'shared/wire/asks-a-store.ts',
    content: "import '../data-access/store.ts';",
  },
  'data-access-serves-the-domain': {
    file: 'shared/data-access/knows-http.ts',
    content: "import '../http/chain.ts';",
  },
  'http-is-middy-and-zod': {
    file: 'shared/http/knows-the-domain.ts',
    content: "import '../domain/pure.ts';",
  },
  'functions-use-shared': {
    file: 'functions/locations-v3/borrows.ts',
    content: "import '../locations-v2/view.ts';",
  },
  'infra-names-handlers-by-path': {
    file: 'infra/calls-a-handler.ts',
    content: "import '../functions/locations-v2/view.ts';",
  },
  'nothing-imports-tests': { file: 'infra/uses-a-test.ts', content: "import '../test/support.ts';" },
  'shared-is-below': { file: 'shared/http/looks-up.ts', content: "import '../../infra/route.ts';" },
  'observability-stands-alone': {
    file: 'shared/observability/knows-http.ts',
    content: "import '../http/chain.ts';",
  },
  'no-circles': { file: 'infra/circle-back.ts', content: "import './circle.ts';" },
  'everything-resolves': { file: 'infra/lost.ts', content: "import './nowhere.ts';" },
};

const bystanders: Readonly<Record<string, string>> = {
  'shared/domain/pure.ts': "import * as z from 'zod';\nexport const schema = z.string();",
  'shared/data-access/store.ts': "import '../domain/pure.ts';",
  'shared/http/chain.ts': "import '@middy/core';",
  'functions/locations-v2/view.ts': "import '../../shared/http/chain.ts';",
  'infra/route.ts': 'export {};',
  'infra/circle.ts': "import './circle-back.ts';",
  'test/support.ts': 'export {};',
};

describe('the import rules', () => {
  let violations: { rule: { name: string }; from: string }[];
  let tree: string;

  beforeAll(async () => {
    // Inside the project, so that packages resolve as they do for the real tree.
    tree = await mkdtemp(join(project, '.local-planted-'));
    const config = await readFile(join(project, '.dependency-cruiser.json'), 'utf8');
    const files = { ...bystanders, 'tsconfig.json': '{}', '.dependency-cruiser.json': config };
    const sources = Object.values(planted).map(({ file, content }): [string, string] => [file, content]);
    for (const [file, content] of [...Object.entries(files), ...sources]) {
      await mkdir(dirname(join(tree, file)), { recursive: true });
      await writeFile(join(tree, file), content);
    }
    const run = promisify(execFile)(
      process.execPath,
      [
        cruiser,
        '--config',
        '.dependency-cruiser.json',
        '--output-type',
        'json',
        'infra',
        'functions',
        'shared',
      ],
      { cwd: tree, maxBuffer: 64 * 1024 * 1024 },
    );
    const { stdout } = await run.catch((error: { stdout: string }) => error);
    violations = report.parse(JSON.parse(stdout)).summary.violations;
  });
  afterAll(() => rm(tree, { recursive: true, force: true }));

  it.each(Object.entries(planted))('catch a file that breaks %s', (rule, { file }) => {
    expect(violations.filter(({ from }) => from === file).map(({ rule: { name } }) => name)).toContain(rule);
  });

  it('let the files pass that keep to them', () => {
    const broken = new Set(Object.values(planted).map(({ file }) => file));
    const wronged = violations.filter(({ from }) => !broken.has(from) && from !== 'infra/circle.ts');
    expect(wronged).toEqual([]);
  });
});
