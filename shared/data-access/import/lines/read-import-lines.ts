import * as z from 'zod/mini';
import { decompressed } from './decompressed.ts';
import { countedAgainst, type FileLimits, fileLimits } from './file-limits.ts';
import { type ImportLine, maximumLineBytes } from './import-line.ts';

/** An import file could not be read to its end: an I/O error, or a damaged or truncated gzip file. */
export class UnreadableImport extends Error {
  override readonly name = 'UnreadableImport';
}

const newline = 0x0a;
const carriageReturn = 0x0d;

const nothing = new Uint8Array();

/** Assembles a line from chunks; bytes beyond the maximum are counted and dropped. */
const lineInProgress = () => {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    append(part: Uint8Array) {
      length += part.length;
      // One byte more than a line may have, for the carriage return of a CRLF.
      if (length <= maximumLineBytes + 1) parts.push(part);
      else parts = [];
    },
    isEmpty: () => length === 0,
    take(): Uint8Array | undefined {
      if (length === 0) return nothing;
      const whole = length > maximumLineBytes + 1 ? undefined : Buffer.concat(parts);
      parts = [];
      length = 0;
      const bytes = whole?.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole;
      return bytes && bytes.length <= maximumLineBytes ? bytes : undefined;
    },
  };
};

/** Errors of zlib, known by their codes. */
const ofGzip = z.object({ code: z.string().check(z.startsWith('Z_')) });

const whyUnreadable = (error: unknown): string => {
  const why = error instanceof Error ? error.message : String(error);
  return ofGzip.safeParse(error).success ? `it is no whole gzip file, but damaged or cut off (${why})` : why;
};

/**
 * Yields the lines of an import file, plain or gzip, ended by LF or CRLF. Holds at most one line and one chunk in
 * memory. Throws UnreadableImport.
 */
export const readImportLines = async function* (
  source: string,
  input: AsyncIterable<Uint8Array>,
  limits: FileLimits = fileLimits,
): AsyncGenerator<ImportLine> {
  const current = lineInProgress();
  const counted = countedAgainst(limits);
  let line = 0;
  try {
    for await (const chunk of decompressed(input)) {
      counted.addBytes(chunk.length);
      let start = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        current.append(chunk.subarray(start, end));
        start = end + 1;
        counted.expectLine(line + 1);
        line += 1;
        yield { source, line, bytes: current.take() };
      }
      // Copied, as streams may reuse the memory of a chunk.
      if (start < chunk.length) {
        counted.expectLine(line + 1);
        current.append(Uint8Array.from(chunk.subarray(start)));
      }
    }
  } catch (error) {
    const place = line === 0 ? '' : ` past line ${line}`;
    throw new UnreadableImport(`${source} cannot be read${place}: ${whyUnreadable(error)}`, { cause: error });
  }
  if (!current.isEmpty()) yield { source, line: line + 1, bytes: current.take() };
};
