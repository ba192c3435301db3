import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operatorProgram } from '../../../infra/operator/program.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { anchorsOf, linksOf, readDocument, readDocuments } from './documents.ts';

const documents = await readDocuments();
const commands = operatorProgram(async () => {}).commands.map((command) => command.name());

it('the README links to every document', async () => {
  const targets = linksOf(await readDocument('README.md')).map((target) => target.split('#')[0]);
  for (const { path } of documents) if (path !== 'README.md') expect(targets).toContain(path);
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
    for (const script of scripts) expect(Object.keys(manifest.scripts)).toContain(script);
    const named = [...document.text.matchAll(/npx waypost ([a-z]+)/g)].map(([, command]) => command);
    for (const command of named) expect(commands).toContain(command);
  });
});

it('the README contains the two commands to get started', async () => {
  const { text } = await readDocument('README.md');
  expect(text).toContain('npm ci && npm start');
  expect(text).toContain('npm ci && npm test');
});
