import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { ColdStartSubject } from '../../support/processes/cold-start.ts';

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** CommonJS within the bundle asks for what Node has by this name, which ES modules lack. */
const banner = `import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);`;

const bundleAsModule = async (entry: string, directory: string, name: string): Promise<ColdStartSubject> => {
  const outfile = join(directory, `${name}.mjs`);
  await build({
    entryPoints: [pathOf(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    banner: { js: banner },
    minify: true,
    logLevel: 'warning',
  });
  return { file: outfile };
};

/** A process that imports the SDK's clients of DynamoDB and S3 from a bundle of ES modules, and one that imports none. */
export const clientImports = async (
  directory: string,
): Promise<Readonly<Record<'clients' | 'none', ColdStartSubject>>> => ({
  clients: await bundleAsModule('./two-clients.ts', directory, 'two-clients'),
  none: await bundleAsModule('./no-clients.ts', directory, 'no-clients'),
});
