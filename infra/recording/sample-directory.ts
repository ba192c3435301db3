import { createHash } from 'node:crypto';
import { cp, glob, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noteFingerprint } from '../local/assembly/synthesise.ts';
import { dataFilesIn } from '../local/data-directory/data-files.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));

/** Data directory with the published sample network. It is kept between recordings, because guides change more often. */
const kept = join(project, '.local-answers');
const keptFingerprint = join(kept, 'fingerprint-of-answers');

/** Sources that answers depend on. */
const sources = [
  '{functions,shared}/**/*.ts',
  'infra/{constructs,local,operator,recording,routes,stacks,stages}/**/*',
  'package-lock.json',
  'cdk.json',
];

/**
 * Returns a data directory with only the published sample network, to be copied. `fill` runs a stack on a new one, if
 * the sources of the API have changed since the last recording.
 */
export const prepareSample = async (fill: (dataDirectory: string) => Promise<unknown>): Promise<string> => {
  const fingerprint = await fingerprintOfSources();
  const { assemblyDirectory } = dataFilesIn(kept);
  if ((await readFile(keptFingerprint, 'utf8').catch(() => undefined)) !== fingerprint) {
    const filled = await mkdtemp(join(tmpdir(), 'waypost-answers-'));
    try {
      await fill(filled);
      await rm(kept, { recursive: true, force: true });
      await cp(filled, kept, { recursive: true });
      await writeFile(keptFingerprint, fingerprint);
    } finally {
      await rm(filled, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  // The portal in it may be old, which does not matter here.
  await noteFingerprint(assemblyDirectory);
  return kept;
};

const fingerprintOfSources = async (): Promise<string> => {
  const hash = createHash('sha256').update(process.version);
  const files = await Array.fromAsync(glob(sources, { cwd: project, withFileTypes: true }));
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.sort()) hash.update(path.slice(project.length)).update(await readFile(path));
  return hash.digest('hex');
};
