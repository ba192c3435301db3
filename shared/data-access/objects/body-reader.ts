import { type AnswerHead, UnreadableAnswer } from './answer-head.ts';

/** Body of a complete answer. */
interface FinishedBody {
  readonly bytes: Buffer;
  /** Whether the connection can be reused: no bytes follow, and neither side closes it. */
  readonly isReusable: boolean;
}

/**
 * Takes a part of the body, which may be overwritten afterwards, or undefined at the end of the connection; returns the
 * body once it is complete. Throws UnreadableAnswer.
 */
export type ReadBody = (part: Buffer | undefined) => FinishedBody | undefined;

const wholeNumber = /^\d{1,15}$/;
const chunkSize = /^([0-9a-fA-F]{1,12})(?:[ \t]*;.*)?$/;

/** Creates a reader of a body of known length, which copies each part as it arrives. */
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

/** Creates a reader of a body that ends with the connection. */
const untilTheEnd = (): ReadBody => {
  const parts: Buffer[] = [];
  return (part) => {
    if (!part) return { bytes: Buffer.concat(parts), isReusable: false };
    parts.push(Buffer.from(part));
    return undefined;
  };
};

/** Creates a reader of the chunked transfer coding, which ignores trailers. */
const inChunks = (isKept: boolean): ReadBody => {
  const chunks: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  /** Bytes of the current chunk with its line end; 0 if a line is expected. */
  let due = 0;
  let isLast = false;
  /**
   * Parts of the current chunk after `rest`, joined once it is complete, as joining each part would copy it repeatedly.
   */
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
  /** Returns the next complete line. */
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

/** Creates the reader of the body of an answer with this head. Throws UnreadableAnswer. */
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
