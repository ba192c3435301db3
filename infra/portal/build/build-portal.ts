import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type PortalFiles, portalFiles } from './portal-files.ts';

export interface BuildOptions {
  /** Folder for the files; its previous content is removed. */
  readonly out: string;
  /** Whether to write a compressed copy beside each file, for a server that does not compress. */
  readonly compressed?: boolean;
}

interface BuiltPortal {
  readonly files: number;
  /** Size of all files together. */
  readonly bytes: number;
}

/** Writes the portal as static files, for an API at the same address. Rejects if a script cannot be bundled. */
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

const compressible = new Set(['.css', '.html', '.js', '.json', '.md', '.svg', '.txt', '.xml']);

/** Smaller files fit into one packet anyway. */
const minBytes = 1_400;

/**
 * Quality of brotli. Pages and data get one within 2.5 % of the size with 9, in a fifth of the time, because `npm start`
 * waits for it. Scripts and styles, which all pages load, get the best one.
 */
const qualityOf = (path: string, bytes: number): number =>
  path.startsWith('assets/') && bytes < maxBytesOfBestQuality ? constants.BROTLI_MAX_QUALITY : 6;

/** The best quality takes about 2 s per megabyte. */
const maxBytesOfBestQuality = 100_000;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Returns the copies that are worth it, compressed by brotli and by gzip: `index.html.br` and `index.html.gz`. */
const compressedFiles = async (files: PortalFiles): Promise<PortalFiles> => {
  const compressed = [...files]
    .map(([path, content]) => ({ path, content: Buffer.from(content) }))
    .filter(({ path, content }) => compressible.has(extname(path)) && content.length >= minBytes)
    .flatMap(({ path, content }) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: qualityOf(path, content.length),
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      return [
        brotli(content, { params }).then((bytes) => [`${path}.br`, bytes] as const),
        zip(content).then((bytes) => [`${path}.gz`, bytes] as const),
      ];
    });
  return new Map(await Promise.all(compressed));
};
