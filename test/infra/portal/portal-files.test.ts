import { describe, expect, it } from 'vitest';
import { portalFiles } from '../../../infra/portal/build/portal-files.ts';

const files = await portalFiles();

const textOf = (path: string): string => Buffer.from(files.get(path) ?? '').toString();
const pages = (): readonly string[] => [...files.keys()].filter((path) => path.endsWith('.html'));

/** Returns the file path of a link target, without a leading slash. */
const fileOf = (address: string): string => {
  const [path = ''] = address.slice(1).split(/[?#]/);
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
};

const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/ (?:href|src|data-document|data-program)="([^"]*)"/g)].flatMap(([, address]) =>
    address ? [address] : [],
  );

describe('the built portal', () => {
  it('has a page for every guide, every service, the locator and the changelog', () => {
    expect(pages()).toEqual(
      expect.arrayContaining([
        'index.html',
        '404.html',
        'docs/locations/export/index.html',
        'reference/bill-management/index.html',
        'reference/locations-v2/index.html',
        'reference/locations-v3/index.html',
        'locator/index.html',
        'changelog/index.html',
      ]),
    );
  });

  it('links only to its own files and existing headings', () => {
    for (const page of pages()) {
      for (const address of addressesIn(textOf(page))) {
        expect({ page, address, starts: /^[/#]/.test(address) }).toMatchObject({ starts: true });
        const [, anchor] = address.split('#');
        const target = address.startsWith('#') ? page : fileOf(address);
        expect({ page, address, isThere: files.has(target) }).toMatchObject({ isThere: true });
        if (anchor) expect(textOf(target), `${page}: ${address}`).toContain(`id="${anchor}"`);
      }
    }
  });

  it('has no inline scripts or styles, which the content security policy forbids', () => {
    for (const page of pages()) {
      expect(textOf(page)).not.toMatch(/<script(?![^>]* src=)|<style| style="| on[a-z]+="/);
    }
  });

  it('preloads the modules that its programs import', () => {
    for (const page of pages()) {
      const html = textOf(page);
      const named = [...html.matchAll(/<link rel="modulepreload" href="\/([^"]+)">/g)].map(
        ([, path]) => path,
      );
      const programs = [...html.matchAll(/<script type="module" src="\/([^"]+)">/g)].map(([, path]) => path);
      const imported = [...programs, ...named].flatMap((path = '') =>
        [...textOf(path).matchAll(/(?:from|import)"\/([^"]+)"/g)].map(([, address]) => address),
      );
      expect(programs.length, page).toBeGreaterThan(0);
      expect(named.toSorted(), page).toEqual([...new Set(imported)].toSorted());
    }
  });
});
