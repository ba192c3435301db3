import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import type { ScriptName, StyleName } from '../layout/portal-page.ts';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

const scripts: Readonly<Record<ScriptName, string>> = {
  early: 'infra/portal/browser/early.ts',
  portal: 'infra/portal/browser/portal.ts',
  reference: 'infra/portal/browser/reference.ts',
  locator: 'infra/portal/locator/main.ts',
};

const styles: Readonly<Record<StyleName, string>> = {
  portal: 'infra/portal/styles/portal.css',
  reference: 'infra/portal/styles/reference.css',
  locator: 'infra/portal/locator/locator.css',
};

/** Script of the browser: its address, and those of the modules that it imports. */
interface BundledScript {
  readonly address: string;
  readonly imports: readonly string[];
}

/** Scripts and styles of the browser: the files, and the address of each entry. */
export interface BrowserBundle {
  /** By path without a leading slash: `assets/portal-3F6QZK2A.js`. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly scripts: Readonly<Record<ScriptName, BundledScript>>;
  readonly styles: Readonly<Record<StyleName, string>>;
}

/**
 * Bundles the scripts and styles of the browser. Shared code has files of its own, and every name contains a hash of the
 * content, so that browsers may keep it for ever.
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
  const addressOf = (entry: string): string => {
    const output = outputOf.get(entry);
    if (output === undefined) throw new Error(`the bundle lacks ${entry}`);
    return `/${output}`;
  };
  return {
    files: new Map(outputFiles.map(({ path, contents }) => [`assets/${basename(path)}`, contents])),
    scripts: mapValues(scripts, (entry) => {
      const address = addressOf(entry);
      return {
        address,
        imports: importedOutputs(metafile.outputs, address.slice(1)).map((path) => `/${path}`),
      };
    }),
    styles: mapValues(styles, addressOf),
  };
};

/** Returns the outputs that an output imports by a statement, and those that they import in turn. */
const importedOutputs = (outputs: Metafile['outputs'], output: string): readonly string[] => {
  const importsOf = (each: string): string[] =>
    (outputs[each]?.imports ?? []).flatMap(({ path, kind }) => (kind === 'import-statement' ? [path] : []));
  const found = new Set(importsOf(output));
  // Iterating over a set includes what is added meanwhile.
  for (const each of found) for (const further of importsOf(each)) found.add(further);
  return [...found];
};

const mapValues = <Name extends string, From, To>(
  record: Readonly<Record<Name, From>>,
  map: (value: From) => To,
): Readonly<Record<Name, To>> => {
  const mapped: Partial<Record<Name, To>> = {};
  for (const name in record) mapped[name] = map(record[name]);
  return mapped as Record<Name, To>;
};
