import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compressedFiles } from './compressed-files.ts';
import { portalFiles } from './portal-files.ts';

export interface BuildOptions {
  /** The folder that the files are written into; what was there before is removed. */
  readonly out: string;
  /** Whether each is written compressed as well, beside it, for a server that does not compress by itself. */
  readonly compressed?: boolean;
}

interface BuiltPortal {
  readonly files: number;
  /** Of all files together, as they are on the disk. */
  readonly bytes: number;
}

/**
 * Writes the portal as files to be served as they are, beside an API at the same address. Rejects where a program cannot
 * be bundled.
 */
export const buildPortal = async ({ out, compressed = false }: BuildOptions): Promise<BuiltPortal> => {
  const plain = await portalFiles();
  const all = compressed ? [...plain, ...(await compressedFiles(plain))] : [...plain];
  const files = all.map(([path, content]) => ({ file: join(out, path), content: Buffer.from(content) }));
  await rm(out, { recursive: true, force: true });
  const folders = new Set(files.map(({ file }) => dirname(file)));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await Promise.all(files.map(({ file, content }) => writeFile(file, content)));
  return { files: files.length, bytes: files.reduce((sum, { content }) => sum + content.length, 0) };
};
