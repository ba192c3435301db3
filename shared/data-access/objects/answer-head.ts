/** What a server said before the bytes. */
export interface AnswerHead {
  readonly status: number;
  /** By lower-case name; of what comes more than once the first. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** What a server said is no answer of HTTP/1.1. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

const statusLine = /^HTTP\/1\.1 (\d{3})(?: |$)/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*$/;

/** Reads the lines before the bytes, without the empty one. Throws UnreadableAnswer. */
export const answerHeadOf = (text: string): AnswerHead => {
  const [first = '', ...lines] = text.split('\r\n');
  const status = statusLine.exec(first)?.[1];
  if (status === undefined) throw new UnreadableAnswer('the answer has no status');
  const headers: Record<string, string | undefined> = {};
  for (const line of lines) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined) throw new UnreadableAnswer('the answer has a header without a name');
    headers[name.toLowerCase()] ??= value;
  }
  return { status: Number(status), headers };
};
