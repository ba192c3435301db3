/** Status line and headers of an answer. */
export interface AnswerHead {
  readonly status: number;
  /**
   * Headers by lower-case name; of repeated ones the first, except those on connection and transfer coding, which are
   * joined.
   */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Whether the connection ends after this answer. */
  readonly isLast: boolean;
}

/** The bytes are not an answer of HTTP/1.1 or HTTP/1.0. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: |$)/;
const headerLine = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/;

/** Headers whose repeated values form a list. */
const lists = new Set(['connection', 'transfer-encoding']);

/** Combines two headers of one name. Throws UnreadableAnswer. */
const together = (name: string, one: string, other: string): string => {
  if (lists.has(name)) return `${one}, ${other}`;
  if (name === 'content-length' && one !== other) throw new UnreadableAnswer('the answer has two lengths');
  return one;
};

/** Parses the head of an answer, without its final empty line. Throws UnreadableAnswer. */
export const answerHeadOf = (text: string): AnswerHead => {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minorVersion, status] = statusLine.exec(first) ?? [];
  if (status === undefined) throw new UnreadableAnswer('the answer has no status');
  const headers: Record<string, string | undefined> = {};
  for (const line of lines) {
    const [, written, untrimmed = ''] = headerLine.exec(line) ?? [];
    if (written === undefined) throw new UnreadableAnswer('the answer has a header without a name');
    const name = written.toLowerCase();
    // Trimmed outside the pattern, which would otherwise backtrack over spaces in quadratic time.
    const value = untrimmed.trim();
    const former = headers[name];
    headers[name] = former === undefined ? value : together(name, former, value);
  }
  const isLast = minorVersion === '0' || /\bclose\b/i.test(headers.connection ?? '');
  return { status: Number(status), headers, isLast };
};
