import { access, glob, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operatorProgram } from '../../../infra/operator/program.ts';
import manifest from '../../../package.json' with { type: 'json' };

/** Reads a document. Removes code blocks from `prose`, because their lines are neither headings nor links. */
const readDocument = async (path: string) => {
  const text = await readFile(path, 'utf8');
  return { path, text, prose: text.replace(/^ *```[\s\S]*?^ *```$/gm, '') };
};
type Document = Awaited<ReturnType<typeof readDocument>>;

/** Returns the anchors of a document's headings in the form that GitHub generates. */
const anchorsOf = ({ prose }: Document): readonly string[] =>
  [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

/** Returns the targets of links and images: URLs, paths relative to the document, or `#heading`. */
const linksOf = ({ prose }: Document): readonly string[] =>
  [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

/** Returns the paths in backticks, such as `infra/app.ts` or `infra/stages`. */
const namedPathsOf = ({ prose }: Document): readonly string[] =>
  [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => /^[.\w][\w.*{},-]*(\/[\w.*{},-]+)*\/?$/.test(span))
    .filter((span) => span.includes('/') || span.endsWith('.ts'));

/** Returns the paths that do not exist, either from the root or from the document's folder. */
const missingOf = async ({ path }: Document, named: readonly string[]): Promise<readonly string[]> => {
  const missing = [];
  // Placeholders such as `SERVICE` or `NAME` stand for any text.
  const patterns = named.map((each) => each.replace(/\b[A-Z][A-Z_]+\b/g, '*').replace(/\/$/, ''));
  for (const pattern of new Set(patterns)) {
    const found = await Array.fromAsync(glob([pattern, join(dirname(path), pattern)]));
    if (found.length === 0) missing.push(pattern);
  }
  return missing;
};

const foldersIn = async (path: string): Promise<readonly string[]> => {
  const entries = await readdir(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

const paths = await Array.fromAsync(glob(['README.md', 'docs/*.md', '{infra,shared}/**/README.md']));
const documents = await Promise.all(paths.toSorted().map(readDocument));
const readme = await readDocument('README.md');
const commands = operatorProgram(async () => {}).commands.map((command) => command.name());

it('the README links to every document, and contains the two commands to get started', () => {
  const targets = linksOf(readme).map((target) => target.split('#')[0]);
  for (const { path } of documents) if (path !== 'README.md') expect(targets).toContain(path);
  expect(readme.text).toContain('npm ci && npm start');
  expect(readme.text).toContain('npm ci && npm test');
});

describe.each(documents)('$path', (document) => {
  it('links only to existing files and headings', async () => {
    const local = linksOf(document).filter((target) => !/^https?:/.test(target));
    for (const target of local) {
      const [path = '', heading] = target.split('#');
      const file = path === '' ? document.path : join(dirname(document.path), path);
      await expect(access(file), target).resolves.toBeUndefined();
      if (heading !== undefined) expect(anchorsOf(await readDocument(file)), target).toContain(heading);
    }
  });

  it('mentions only existing scripts and commands', () => {
    const scripts = [...document.text.matchAll(/npm run ([a-z]+(?::[a-z]+)*)/g)].map(([, script]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(scripts));
    const named = [...document.text.matchAll(/npx waypost ([a-z]+)/g)].map(([, command]) => command);
    expect(commands).toEqual(expect.arrayContaining(named));
  });

  it('mentions only existing code files', async () => {
    const codePath = /^(\.ci|\.github|docs|functions|infra|shared|test)\//;
    const named = namedPathsOf(document).filter((path) => codePath.test(path));
    expect(await missingOf(document, named)).toEqual([]);
  });
});

it.each(['docs/architecture.md', 'docs/contributing.md', 'infra/local/README.md'])(
  '%s mentions only existing files and folders',
  async (path) => {
    const document = await readDocument(path);
    const named = namedPathsOf(document);
    expect(named.length).toBeGreaterThan(20);
    expect(await missingOf(document, named)).toEqual([]);
  },
);

it.each([
  ['docs/architecture.md', 'shared', 'shared/'],
  ['docs/architecture.md', 'infra', 'infra/'],
  ['infra/local/README.md', 'infra/local', ''],
])('%s lists every folder in %s', async (path, parent, prefix) => {
  const named = namedPathsOf(await readDocument(path)).map((each) => each.replace(/\/$/, ''));
  const folders = (await foldersIn(parent)).map((folder) => `${prefix}${folder}`);
  expect(named).toEqual(expect.arrayContaining(folders));
});
