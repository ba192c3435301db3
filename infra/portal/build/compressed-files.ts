import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PortalFiles } from './portal-files.ts';

const compressible = new Set(['.css', '.html', '.js', '.json', '.svg']);

/** Less fits into one packet anyway. */
const leastBytes = 1_400;

/** Within a fortieth of what 9 leaves, in a fifth of its time: a stack waits for it whose sources have changed. */
const brotliQuality = 6;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Each file that is worth it, compressed by brotli and by gzip: `index.html.br` and `index.html.gz`. */
export const compressedFiles = async (files: PortalFiles): Promise<PortalFiles> => {
  const compressed = [...files]
    .map(([path, content]) => ({ path, content: Buffer.from(content) }))
    .filter(({ path, content }) => compressible.has(extname(path)) && content.length >= leastBytes)
    .flatMap(({ path, content }) => {
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      return [
        brotli(content, { params }).then((bytes) => [`${path}.br`, bytes] as const),
        zip(content).then((bytes) => [`${path}.gz`, bytes] as const),
      ];
    });
  return new Map(await Promise.all(compressed));
};
