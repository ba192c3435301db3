import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';

/** Returns the deployable code of a handler, given the path of its file. */
export type CodeOf = (handler: string) => Code;

const repository = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** A route or stack names a handler that does not exist. */
export class MissingHandlers extends Error {
  override readonly name = 'MissingHandlers';
}

/** Replacements in bundles for libraries that do more than the functions need. */
const replacements = {
  '@aws-sdk/credential-provider-node': join(repository, 'shared/data-access/settings.ts'),
};

const bundling = {
  absWorkingDir: repository,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  // On first use, the SDK loads node:http with `import()`, which would load undici as well.
  supported: { 'dynamic-import': false },
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

const bundleName = (handler: string): string => handler.replace(/^functions\//, '').replace(/\.ts$/, '');

/**
 * Bundles the handlers in one build, each to `<name>/index.cjs` below the output directory. Returns a lookup function
 * for the code of the handlers. The format is CommonJS, because importing `node:http` as an ES module loads undici in
 * every cold start. Source maps are not deployed, because reading them would lengthen cold starts. There is no cache of
 * compiled code: Node accepts a cache only for its own version, flags and user, which Lambda does not guarantee. Throws
 * MissingHandlers.
 */
export const bundleFunctions = (handlers: readonly string[], outputDirectory: string): CodeOf => {
  const missing = handlers.filter((handler) => !existsSync(join(repository, handler)));
  if (missing.length > 0) throw new MissingHandlers(`These handlers do not exist: ${missing.join(', ')}`);

  buildSync({
    ...bundling,
    entryPoints: Object.fromEntries(handlers.map((handler) => [`${bundleName(handler)}/index`, handler])),
    outdir: outputDirectory,
    outExtension: { '.js': '.cjs' },
    alias: replacements,
    sourcemap: 'external',
  });
  return (handler) => Code.fromAsset(join(outputDirectory, bundleName(handler)), { exclude: ['*.map'] });
};
