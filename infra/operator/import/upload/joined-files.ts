import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { LineOrigin } from '../../../../shared/data-access/importing/import-lines.ts';
import { decompressed } from '../../../../shared/data-access/importing/import-lines.ts';
import { errorMessage } from '../../error-message.ts';
import { OperatorError } from '../../operator-error.ts';
import type { ImportSource } from '../import-input.ts';

/** What is uploaded, and how its lines are told. */
export interface UploadBody {
  readonly body: Readable;
  /** Where a line of what was uploaded stood; to be asked when all is uploaded. */
  originOf(line: number): LineOrigin;
}

const newline = 0x0a;

/** Counts the lines of bytes that come in chunks; one that is not ended counts too. */
const lineCounter = () => {
  let newlines = 0;
  let isEnded = true;
  return {
    look(chunk: Uint8Array) {
      for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) newlines += 1;
      if (chunk.length > 0) isEnded = chunk.at(-1) === newline;
    },
    isEnded: () => isEnded,
    lines: () => newlines + (isEnded ? 0 : 1),
  };
};

/** One file goes as it is. */
const asItIs = (source: ImportSource): UploadBody => ({
  body: Readable.from(source.chunks(), { objectMode: false }),
  originOf: (line) => ({ source: source.name, line }),
});

/**
 * Several files go as one, since a replacement removes whatever its one file does not name. Plain and compressed ones
 * may be mixed, so each is decompressed here, the last line of each is ended, and the whole is compressed.
 */
const joined = (sources: readonly ImportSource[]): UploadBody => {
  const starts: { readonly source: string; readonly after: number }[] = [];
  const lines = async function* () {
    let after = 0;
    for (const source of sources) {
      starts.push({ source: source.name, after });
      const counter = lineCounter();
      try {
        for await (const chunk of decompressed(source.chunks())) {
          counter.look(chunk);
          yield chunk;
        }
      } catch (error) {
        throw new OperatorError(`${source.name} cannot be read: ${errorMessage(error)}`, { cause: error });
      }
      if (!counter.isEnded()) yield Buffer.of(newline);
      after += counter.lines();
    }
  };
  const plain = Readable.from(lines(), { objectMode: false });
  const gzip = createGzip();
  // pipe() forwards no errors.
  plain.on('error', (error) => gzip.destroy(error));
  return {
    body: plain.pipe(gzip),
    originOf: (line) => {
      const start = starts.findLast(({ after }) => after < line);
      return start ? { source: start.source, line: line - start.after } : { source: 'line', line };
    },
  };
};

/** Makes one upload of the files of an import. */
export const uploadBody = (sources: readonly ImportSource[]): UploadBody => {
  const [only, ...others] = sources;
  return only && others.length === 0 ? asItIs(only) : joined(sources);
};
