import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { type BuildOptions, buildSync } from 'esbuild';
import { onDemandFiles, onDemandStandIns, writeLibrariesOnDemand } from './libraries-on-demand.ts';

/** The deployable code of a handler's file. */
export type CodeOf = (handler: string) => Code;

const repository = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Routes or stacks name handlers that are not there. */
export class MissingHandlers extends Error {
  override readonly name = 'MissingHandlers';
}

/** What bundles have in place of libraries that look for more than a function needs. */
const standIns = {
  '@aws-sdk/credential-provider-node': join(repository, 'shared/data-access/environment-credentials.ts'),
  ...onDemandStandIns(repository),
};

/** How all that functions load is bundled. */
const bundling = {
  absWorkingDir: repository,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  // The SDK asks for node:http only when it connects, but by `import()`, which would load undici even here.
  supported: { 'dynamic-import': false },
  // What a stand-in lacks would be missed by the request that needs it first.
  logOverride: { 'import-is-undefined': 'error' },
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

const bundleName = (handler: string): string => handler.replace(/^functions\//, '').replace(/\.ts$/, '');

/**
 * Bundles the handlers, all in one build, each to `<name>/index.cjs` below the output directory. CommonJS, because
 * the ES module form of `node:http` loads undici, which costs about 30 ms of every cold start. The source maps lie
 * beside the code and are not deployed: reading them would lengthen the start. Libraries that most instances never need
 * lie beside it as well, and are deployed with it. There is no cache of compiled code: Node takes one only of its own
 * version, flags and user, none of which Lambda promises, and an instance that starts has nowhere to have kept one.
 * Throws MissingHandlers.
 */
export const bundleFunctions = (handlers: readonly string[], outputDirectory: string): CodeOf => {
  const missing = handlers.filter((handler) => !existsSync(join(repository, handler)));
  if (missing.length > 0) throw new MissingHandlers(`There is no file for: ${missing.join(', ')}`);

  const { metafile } = buildSync({
    ...bundling,
    metafile: true,
    entryPoints: Object.fromEntries(handlers.map((handler) => [`${bundleName(handler)}/index`, handler])),
    outdir: outputDirectory,
    outExtension: { '.js': '.cjs' },
    alias: standIns,
    external: onDemandFiles,
    sourcemap: 'external',
  });
  writeLibrariesOnDemand(bundling, metafile);
  return (handler) => Code.fromAsset(join(outputDirectory, bundleName(handler)), { exclude: ['*.map'] });
};
