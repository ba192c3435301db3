import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { portalFiles } from './portal-files.ts';

/**
 * Builds the portal as static files, for an API at the same address, and replaces the content of the folder `out`.
 * Returns the number of files, and their total size in bytes. Rejects if a script cannot be bundled.
 */
export const buildPortal = async ({ out }: { readonly out: string }) => {
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
