import * as z from 'zod';
import { decompressed } from './decompressed.ts';
import { type ImportLine, maximumLineBytes } from './import-line.ts';

/** An import file could not be read to its end: a fault of the disk, or a gzip file that is damaged or cut off. */
export class UnreadableImport extends Error {
  override readonly name = 'UnreadableImport';
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** The line being put together from chunks; what would make it too long is counted and dropped. */
const lineInProgress = () => {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    append(part: Uint8Array) {
      length += part.length;
      // One more byte than a line may have: the carriage return of a CRLF.
      if (length <= maximumLineBytes + 1) parts.push(part);
      else parts = [];
    },
    isEmpty: () => length === 0,
    take(): Uint8Array | undefined {
      const whole = length > maximumLineBytes + 1 ? undefined : Buffer.concat(parts);
      parts = [];
      length = 0;
      const bytes = whole?.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
      return bytes && bytes.length <= maximumLineBytes ? bytes : undefined;
    },
  };
};

/** The codes of zlib's own errors. */
const ofGzip = z.object({ code: z.string().startsWith('Z_') });

const whyUnreadable = (error: unknown): string => {
  const why = error instanceof Error ? error.message : String(error);
  return ofGzip.safeParse(error).success ? `it is no whole gzip file, but damaged or cut off (${why})` : why;
};

/**
 * The lines of an import file, plain or gzip, ended by LF or CRLF. Never holds more than one line and one chunk,
 * however large the file or any line of it. Throws UnreadableImport.
 */
export const readImportLines = async function* (
  source: string,
  input: AsyncIterable<Uint8Array>,
): AsyncGenerator<ImportLine> {
  const current = lineInProgress();
  let line = 0;
  try {
    for await (const chunk of decompressed(input)) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        current.append(chunk.subarray(start, end));
        start = end + 1;
        line += 1;
        yield { source, line, bytes: current.take() };
      }
      // A copy: streams may use the memory of a chunk again.
      if (start < chunk.length) current.append(Uint8Array.from(chunk.subarray(start)));
    }
  } catch (error) {
    const place = line === 0 ? '' : ` past line ${line}`;
    throw new UnreadableImport(`${source} cannot be read${place}: ${whyUnreadable(error)}`, { cause: error });
  }
  if (!current.isEmpty()) yield { source, line: line + 1, bytes: current.take() };
};
