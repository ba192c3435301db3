import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, buildSync, type Metafile } from 'esbuild';

/** A library that functions load when they need it, and most instances never do. */
interface LibraryOnDemand {
  /** What bundles have in its place, which loads it. */
  readonly standIn: string;
  /** What its file is bundled from. */
  readonly entry: string;
}

/** By the names by which they are imported. */
const libraries: Readonly<Record<string, LibraryOnDemand>> = {
  zod: { standIn: 'shared/on-demand/zod/index.ts', entry: 'shared/on-demand/zod/whole-zod.ts' },
  '@aws-lambda-powertools/logger': {
    standIn: 'shared/on-demand/powertools-logger.ts',
    entry: '@aws-lambda-powertools/logger',
  },
  'jsonc-parser': { standIn: 'shared/on-demand/parsed-json.ts', entry: 'jsonc-parser' },
};

const fileOf = (library: string): string => `./${library.slice(library.lastIndexOf('/') + 1)}.cjs`;

/** The files of libraries, as functions name them. Throws where two have the same, of which one would be lost. */
export const filesOfLibraries = (names: readonly string[]): string[] => {
  const files = names.map(fileOf);
  const taken = files.find((file, index) => files.indexOf(file) < index);
  if (taken !== undefined) throw new Error(`Two libraries on demand have the file ${taken}`);
  return files;
};

/** What stands in the place of each library, below the repository. */
export const onDemandStandIns = (repository: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(libraries).map(([library, { standIn }]) => [library, join(repository, standIn)]),
  );

/** The files that functions load libraries from, as they name them. */
export const onDemandFiles = filesOfLibraries(Object.keys(libraries));

/** Writes beside each bundle the libraries that it may come to load. `outputs` are the bundles. */
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
