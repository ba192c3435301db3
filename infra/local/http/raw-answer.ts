import { STATUS_CODES } from 'node:http';

/** An answer to what never became a request, so that Node offers no response to write it with. */
export interface RawAnswer {
  readonly statusCode: number;
  /** Name and value; without those of the body's length and the connection. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly body: string;
}

/** The answer as it goes over the wire, after which the connection is closed. */
export const rawAnswerText = ({ statusCode, headers, body }: RawAnswer): string => {
  const fields = [
    ...headers,
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
    ['date', new Date().toUTCString()],
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}\r\n${lines}\r\n${body}`;
};
