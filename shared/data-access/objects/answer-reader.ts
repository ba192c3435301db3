import { type AnswerHead, answerHeadOf, UnreadableAnswer } from './answer-head.ts';
import { bodyReader, type ReadBody } from './body-reader.ts';

/** Callbacks for an answer as it arrives. */
export interface AnswerListener {
  readonly onHead: (head: AnswerHead) => void;
  /** Called with the whole body; `isReusable` if the connection can carry another answer. */
  readonly onBody: (body: Buffer, isReusable: boolean) => void;
}

/** Maximum size of an answer's head, that of Node's own client. */
const longestHeadBytes = 16 * 1024;
const headEnd = Buffer.from('\r\n\r\n');

/** Whether the answer is preliminary, such as 103. */
const isPreliminary = ({ status }: AnswerHead): boolean => status < 200;

/**
 * Creates a reader of one answer to a GET over HTTP/1.1 or 1.0, from parts of any size. A part may be overwritten once
 * it is taken. `take` throws UnreadableAnswer; `end`, called when the connection ends, returns whether the answer was
 * complete.
 */
export const answerReader = ({ onHead, onBody }: AnswerListener) => {
  let gathered: Buffer | undefined;
  let body: ReadBody | undefined;
  const takeBody = (part: Buffer): void => {
    const finished = body?.(part);
    if (finished) onBody(finished.bytes, finished.isReusable);
  };
  const take = (part: Buffer): void => {
    if (body) {
      takeBody(part);
      return;
    }
    const bytes = gathered ? Buffer.concat([gathered, part]) : part;
    const end = bytes.indexOf(headEnd);
    if (end < 0 ? bytes.length > longestHeadBytes : end > longestHeadBytes) {
      throw new UnreadableAnswer('the answer has too many headers');
    }
    if (end < 0) {
      gathered = gathered ? bytes : Buffer.from(bytes);
      return;
    }
    gathered = undefined;
    const head = answerHeadOf(bytes.toString('latin1', 0, end));
    const rest = bytes.subarray(end + headEnd.length);
    if (isPreliminary(head)) {
      take(rest);
      return;
    }
    body = bodyReader(head);
    onHead(head);
    takeBody(rest);
  };
  return {
    take,
    end: (): boolean => {
      const finished = body?.(undefined);
      if (finished) onBody(finished.bytes, false);
      return finished !== undefined;
    },
  };
};
