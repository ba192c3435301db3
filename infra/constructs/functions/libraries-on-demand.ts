import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

/** Library that functions load on first use, which most instances never need. */
interface LibraryOnDemand {
  /** Stand-in in bundles, which loads the library. */
  readonly standIn: string;
  /** Entry point of the library's own bundle. */
  readonly entry: string;
}

/** Libraries by import name. */
const libraries: Readonly<Record<string, LibraryOnDemand>> = {
  zod: { standIn: 'shared/on-demand/zod/index.ts', entry: 'shared/on-demand/zod/whole-zod.ts' },
  '@aws-lambda-powertools/logger': {
    standIn: 'shared/on-demand/powertools-logger.ts',
    entry: '@aws-lambda-powertools/logger',
  },
  'jsonc-parser': { standIn: 'shared/on-demand/parsed-json.ts', entry: 'jsonc-parser' },
};

const fileOf = (library: string): string => `./${library.slice(library.lastIndexOf('/') + 1)}.cjs`;

/** Returns the file names of libraries. Throws if two are equal, as one would overwrite the other. */
export const filesOfLibraries = (names: readonly string[]): string[] => {
  const files = names.map(fileOf);
  const taken = files.find((file, index) => files.indexOf(file) < index);
  if (taken !== undefined) throw new Error(`Two libraries on demand have the file ${taken}`);
  return files;
};

/** Returns the stand-in of each library, below the repository's root. */
export const onDemandStandIns = (repository: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(libraries).map(([library, { standIn }]) => [library, join(repository, standIn)]),
  );

/** Names of the files from which functions load libraries. */
export const onDemandFiles = filesOfLibraries(Object.keys(libraries));

/** Writes the libraries that a bundle may load beside it. `outputs` are the bundles. */
export const writeLibrariesOnDemand = (
  bundling: BuildOptions & { readonly absWorkingDir: string },
  { outputs }: Metafile,
): void => {
  for (const [library, { entry }] of Object.entries(libraries)) {
    const file = fileOf(library);
    const wanting = Object.entries(outputs).filter(([, { imports }]) =>
      imports.some(({ path }) => path === file),
    );
    if (wanting.length === 0) continue;
    const { outputFiles } = buildSync({ ...bundling, entryPoints: [entry], write: false });
    for (const [output] of wanting) {
      const folder = dirname(join(bundling.absWorkingDir, output));
      for (const { contents } of outputFiles) writeFileSync(join(folder, file), contents);
    }
  }
};
