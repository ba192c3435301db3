/** What a server said before the bytes. */
export interface AnswerHead {
  readonly status: number;
  /** By lower-case name; of what comes more than once the first, but all that is said of the connection and the coding. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The connection carries no answer after this one. */
  readonly isLast: boolean;
}

/** What a server said is no answer of HTTP/1.1, nor of HTTP/1.0. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: |$)/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/;

/** What an answer may say in several headers. */
const lists = new Set(['connection', 'transfer-encoding']);

/** What two headers of one name say together. Throws UnreadableAnswer. */
const together = (name: string, one: string, other: string): string => {
  if (lists.has(name)) return `${one}, ${other}`;
  if (name === 'content-length' && one !== other) throw new UnreadableAnswer('the answer has two lengths');
  return one;
};

/** Reads the lines before the bytes, without the empty one. Throws UnreadableAnswer. */
export const answerHeadOf = (text: string): AnswerHead => {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minorVersion, status] = statusLine.exec(first) ?? [];
  if (status === undefined) throw new UnreadableAnswer('the answer has no status');
  const headers: Record<string, string | undefined> = {};
  for (const line of lines) {
    const [, written, untrimmed = ''] = headerLine.exec(line) ?? [];
    if (written === undefined) throw new UnreadableAnswer('the answer has a header without a name');
    const name = written.toLowerCase();
    // Not by the pattern, which would look at spaces again from each of them on.
    const value = untrimmed.trim();
    const former = headers[name];
    headers[name] = former === undefined ? value : together(name, former, value);
  }
  const isLast = minorVersion === '0' || /\bclose\b/i.test(headers.connection ?? '');
  return { status: Number(status), headers, isLast };
};
