import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the portal in each of the forms that it can be sent in. */
export interface PortalFile {
  readonly contentType: string;
  readonly plain: EncodedFile;
  readonly brotli: EncodedFile | undefined;
  readonly gzip: EncodedFile | undefined;
}

export interface EncodedFile {
  readonly bytes: Buffer;
  readonly entityTag: string;
  /** Absent for the file as it is. */
  readonly encoding?: 'br' | 'gzip';
}

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

const encodings = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
] as const;

const encoded = (bytes: Buffer, encoding?: EncodedFile['encoding']): EncodedFile => ({
  bytes,
  entityTag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
  ...(encoding && { encoding }),
});

const isCompressed = (path: string): boolean => encodings.some(([extension]) => path.endsWith(extension));

/** Reads a built portal, by path without a slash before it. What is compressed beside a file is a form of that file. */
export const readPortalFiles = async (folder: string): Promise<ReadonlyMap<string, PortalFile>> => {
  const bytesOf = new Map<string, Buffer>();
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    bytesOf.set(file.slice(folder.length + 1).replaceAll(sep, '/'), await readFile(file));
  }
  const formOf = (path: string, encoding: 'br' | 'gzip') => {
    const extension = encodings.find(([, name]) => name === encoding)?.[0] ?? '';
    const bytes = bytesOf.get(`${path}${extension}`);
    return bytes && encoded(bytes, encoding);
  };
  return new Map(
    [...bytesOf]
      .filter(([path]) => !isCompressed(path))
      .map(([path, bytes]) => [
        path,
        {
          contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
          plain: encoded(bytes),
          brotli: formOf(path, 'br'),
          gzip: formOf(path, 'gzip'),
        },
      ]),
  );
};
