import { type AnswerHead, UnreadableAnswer } from './answer-head.ts';

/** The bytes of an answer that has come to its end. */
interface FinishedBody {
  readonly bytes: Buffer;
  /** Nothing has come after it, and nobody has said that nothing will. */
  readonly isReusable: boolean;
}

/**
 * Takes a part of the bytes, which may be overwritten afterwards, or that there are no more; gives them all once they are
 * there. Throws UnreadableAnswer.
 */
export type ReadBody = (part: Buffer | undefined) => FinishedBody | undefined;

const wholeNumber = /^\d{1,15}$/;
const chunkSize = /^([0-9a-fA-F]{1,12})(?:[ \t]*;.*)?$/;

/** So many bytes, into which each part is copied while the next is on its way. */
const ofLength = (length: number, isKept: boolean): ReadBody => {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  return (part) => {
    if (!part) return undefined;
    const taken = part.copy(bytes, filled);
    filled += taken;
    return filled === length ? { bytes, isReusable: isKept && taken === part.length } : undefined;
  };
};

/** Whatever comes until the connection ends. */
const untilTheEnd = (): ReadBody => {
  const parts: Buffer[] = [];
  return (part) => {
    if (!part) return { bytes: Buffer.concat(parts), isReusable: false };
    parts.push(Buffer.from(part));
    return undefined;
  };
};

/** Chunks that say each how long it is, an empty one at the end, and trailers that nobody asked for. */
const inChunks = (isKept: boolean): ReadBody => {
  const chunks: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  /** Bytes of the chunk that have not come, with the end of the line behind them; none where a line is due. */
  let due = 0;
  let isLast = false;
  /** What has come behind `rest` of a chunk that is due: put together part by part, it would be copied each time. */
  let later: Buffer[] = [];
  let laterBytes = 0;
  const gather = (part: Buffer): boolean => {
    laterBytes += part.length;
    if (rest.length + laterBytes < due) {
      later.push(Buffer.from(part));
      return false;
    }
    rest = Buffer.concat([rest, ...later, part]);
    later = [];
    laterBytes = 0;
    return true;
  };
  /** The next line, where it is whole. */
  const line = (): string | undefined => {
    const end = rest.indexOf('\r\n');
    if (end < 0) return undefined;
    const text = rest.toString('latin1', 0, end);
    rest = rest.subarray(end + 2);
    return text;
  };
  const takeChunk = (): boolean => {
    if (rest.length < due) return false;
    if (rest.toString('latin1', due - 2, due) !== '\r\n') {
      throw new UnreadableAnswer('a chunk of the answer is longer than it says');
    }
    chunks.push(rest.subarray(0, due - 2));
    rest = rest.subarray(due);
    due = 0;
    return true;
  };
  const takeSize = (): boolean => {
    const text = line();
    if (text === undefined) return false;
    const size = chunkSize.exec(text)?.[1];
    if (size === undefined) throw new UnreadableAnswer('a chunk of the answer does not say how long it is');
    isLast = Number.parseInt(size, 16) === 0;
    if (!isLast) due = Number.parseInt(size, 16) + 2;
    return true;
  };
  return (part) => {
    if (!part || !gather(part)) return undefined;
    while (!isLast) if (!(due > 0 ? takeChunk() : takeSize())) return undefined;
    for (let trailer = line(); trailer !== undefined; trailer = line()) {
      if (trailer === '') return { bytes: Buffer.concat(chunks), isReusable: isKept && rest.length === 0 };
    }
    return undefined;
  };
};

/** How the bytes are read of an answer with this head. Throws UnreadableAnswer. */
export const bodyReader = ({ status, headers, isLast }: AnswerHead): ReadBody => {
  const isKept = !isLast;
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (status === 204 || status === 304) return ofLength(0, isKept);
  if (coding !== undefined) {
    if (coding.toLowerCase() === 'chunked') return inChunks(isKept);
    throw new UnreadableAnswer(`the answer is coded as ${coding}`);
  }
  if (length === undefined) return untilTheEnd();
  if (wholeNumber.test(length)) return ofLength(Number(length), isKept);
  throw new UnreadableAnswer('the answer does not say how long it is');
};
