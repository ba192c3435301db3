import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

/** Browser scripts and styles by file name. `early` runs before a page is shown. */
const entryPoints = {
  early: 'infra/portal/browser/early.ts',
  portal: 'infra/portal/browser/portal.ts',
  reference: 'infra/portal/browser/try-it.ts',
  locator: 'infra/portal/locator/main.ts',
  styles: 'infra/portal/styles/portal.css',
  'locator-styles': 'infra/portal/locator/locator.css',
} as const;
type BundledName = keyof typeof entryPoints;

export type BrowserBundle = Awaited<ReturnType<typeof bundleForBrowsers>>;

export const browserOptions: BuildOptions = {
  absWorkingDir: fileURLToPath(new URL('../../../', import.meta.url)),
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'infra/portal/tsconfig.json',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Bundles the browser scripts and styles. Names contain content hashes, so that browsers can cache files forever. */
export const bundleForBrowsers = async () => {
  const { outputFiles, metafile } = await build({
    ...browserOptions,
    entryPoints,
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    publicPath: '/assets/',
    loader: { '.png': 'file', '.svg': 'file' },
    splitting: true,
    format: 'esm',
    metafile: true,
    write: false,
  });
  const outputs = Object.entries(metafile.outputs);
  const outputOf = (name: BundledName): string => {
    const [path] = outputs.find(([, { entryPoint }]) => entryPoint === entryPoints[name]) ?? [];
    if (path === undefined) throw new Error(`the bundle lacks ${name}`);
    return path;
  };
  /** Returns the modules that an output imports statically, directly or indirectly. */
  const importsIn = (output: string): readonly string[] =>
    (metafile.outputs[output]?.imports ?? [])
      .filter(({ kind }) => kind === 'import-statement')
      .flatMap(({ path }) => [`/${path}`, ...importsIn(path)]);
  return {
    /** Files by path, without a leading slash: `assets/portal-3F6QZK2A.js`. */
    files: new Map(outputFiles.map(({ path, contents }) => [`assets/${basename(path)}`, contents])),
    /** Returns the address of a script or style by its name. */
    addressOf: (name: BundledName): string => `/${outputOf(name)}`,
    /** Returns the addresses of the modules that scripts import. */
    importsOf: (names: readonly BundledName[]): readonly string[] => [
      ...new Set(names.flatMap((name) => importsIn(outputOf(name)))),
    ],
  };
};

/** Bundles the script that websites load to open the picker. Its address never changes, so it has no hash. */
export const pickerFile = async (): Promise<Uint8Array> => {
  const entryPoints = ['infra/portal/picker/waypost-picker.ts'];
  const { outputFiles } = await build({ ...browserOptions, entryPoints, format: 'iife', write: false });
  if (!outputFiles[0]) throw new Error('the picker was not bundled');
  return outputFiles[0].contents;
};
