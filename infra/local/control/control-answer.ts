import type { ServerResponse } from 'node:http';

/** An answer of the endpoint, in the form of the AWS service that has the operation. */
export interface ControlAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export const sendControlAnswer = (response: ServerResponse, { status, body, headers }: ControlAnswer) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
