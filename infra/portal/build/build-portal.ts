import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { portalFiles } from './portal-files.ts';

export interface BuildOptions {
  /** The folder that the files are written into; what was there before is removed. */
  readonly out: string;
}

interface BuiltPortal {
  readonly files: number;
  /** Of all files together, as they are on the disk. */
  readonly bytes: number;
}

/** Writes the portal as files to be served as they are. Rejects where a program cannot be bundled. */
export const buildPortal = async ({ out }: BuildOptions): Promise<BuiltPortal> => {
  const files = [...(await portalFiles())].map(([path, content]) => ({
    file: join(out, path),
    content: Buffer.from(content),
  }));
  await rm(out, { recursive: true, force: true });
  const folders = new Set(files.map(({ file }) => dirname(file)));
  for (const folder of folders) await mkdir(folder, { recursive: true });
  await Promise.all(files.map(({ file, content }) => writeFile(file, content)));
  return { files: files.length, bytes: files.reduce((sum, { content }) => sum + content.length, 0) };
};
