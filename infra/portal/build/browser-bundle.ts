import { basename } from 'node:path';
import { build } from 'esbuild';
import type { ScriptName, StyleName } from '../layout/portal-page.ts';
import { importedOutputs } from './imported-outputs.ts';
import { repository } from './repository.ts';

const scripts: Readonly<Record<ScriptName, string>> = {
  portal: 'infra/portal/browser/portal.ts',
  reference: 'infra/portal/browser/reference.ts',
  locator: 'infra/portal/locator/main.ts',
};

const styles: Readonly<Record<StyleName, string>> = {
  portal: 'infra/portal/styles/portal.css',
  reference: 'infra/portal/styles/reference.css',
  locator: 'infra/portal/locator/locator.css',
};

/** A program of the browser: where it is, and where the modules are that it imports. */
interface BundledScript {
  readonly address: string;
  readonly imports: readonly string[];
}

/** What browsers run and are styled by: the files, and where each entry is served. */
export interface BrowserBundle {
  /** By path without a slash before it: `assets/portal-3F6QZK2A.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly scripts: ReadonlyMap<ScriptName, BundledScript>;
  readonly styles: ReadonlyMap<StyleName, string>;
}

const addressOf = (output: string): string => `/${output}`;

const bundled = <Name extends string, Bundled>(
  entries: Readonly<Record<Name, string>>,
  outputOf: ReadonlyMap<string, string>,
  from: (output: string) => Bundled,
): ReadonlyMap<Name, Bundled> => {
  const found = new Map<Name, Bundled>();
  for (const name in entries) {
    const output = outputOf.get(entries[name]);
    if (output === undefined) throw new Error(`the bundle lacks ${entries[name]}`);
    found.set(name, from(output));
  }
  return found;
};

/**
 * Bundles the programs and styles of the browser. What they share is in files of its own, and every name tells its
 * content: a browser may keep it for ever.
 */
export const bundleForBrowsers = async (): Promise<BrowserBundle> => {
  const entries = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([out, file]) => ({ in: file, out }));
  const { outputFiles, metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [...entries(scripts), ...entries(styles)],
    outdir: '.',
    entryNames: 'assets/[name]-[hash]',
    chunkNames: 'assets/[name]-[hash]',
    assetNames: 'assets/[name]-[hash]',
    publicPath: '/',
    loader: { '.png': 'file', '.svg': 'file', '.geojson': 'file' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    tsconfig: 'infra/portal/tsconfig.json',
    minify: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const outputOf = new Map(
    Object.entries(metafile.outputs).flatMap(([output, { entryPoint }]): [string, string][] =>
      entryPoint === undefined ? [] : [[entryPoint, output]],
    ),
  );
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [`assets/${basename(path)}`, contents])),
    scripts: bundled(scripts, outputOf, (output) => ({
      address: addressOf(output),
      imports: importedOutputs(metafile.outputs, output).map(addressOf),
    })),
    styles: bundled(styles, outputOf, addressOf),
  };
};
