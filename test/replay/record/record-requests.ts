import { appendFileSync } from 'node:fs';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { expect } from 'vitest';
import { rawRequests } from '../../infra/local/gateway/raw-http.ts';
import { sharedStack } from '../../local/running-stack.ts';
import type { TargetRequest } from '../../support/targets/api-target.ts';
import { type SentRequest, sentRequests } from '../../support/targets/http-target.ts';
import { recordOf } from '../corpus.ts';

/** Appends each request that a test sends over HTTP to the file in the variable RECORDED_REQUESTS. */

const { key: ofStack } = sharedStack;
const file = process.env.RECORDED_REQUESTS;
if (file === undefined) throw new Error('RECORDED_REQUESTS names no file');

const append = (request: TargetRequest, sent: string | undefined): void => {
  const { currentTestName = 'before all tests' } = expect.getState();
  const record = recordOf(currentTestName, request, { sent, ofStack });
  if (record !== undefined) appendFileSync(file, `${JSON.stringify(record)}\n`);
};

const isSentRequest = (message: unknown): message is SentRequest =>
  typeof message === 'object' && message !== null && 'request' in message;

sentRequests.subscribe((message) => {
  if (isSentRequest(message)) append(message.request, message.key);
});

/** Headers that Node's client adds itself. */
const ofConnection: ReadonlySet<string> = new Set(['host', 'connection']);

/** Undefined if the request has a body, or if Node's client could not send it. */
const requestOf = (bytes: Buffer): TargetRequest | undefined => {
  const [, method, path, fields = ''] =
    /^([A-Z]+) (\/\S*) HTTP\/1\.1\r\n((?:[^\r\n]+\r\n)*)\r\n$/.exec(bytes.toString('latin1')) ?? [];
  if (method === undefined || path === undefined) return undefined;
  const lines = fields
    .split('\r\n')
    .slice(0, -1)
    .map((line) => /^(?<name>[^:]*):(?<value>.*)$/.exec(line)?.groups ?? {});
  const byName = Object.groupBy(lines, ({ name = '' }) => name.toLowerCase());
  const headers = Object.fromEntries(
    Object.entries(byName).flatMap(([name, values = []]) =>
      ofConnection.has(name) ? [] : [[name, values.map(({ value = '' }) => value)]],
    ),
  );
  return isSendable(headers) ? { method, path, headers } : undefined;
};

const isSendable = (headers: Readonly<Record<string, readonly string[]>>): boolean => {
  try {
    for (const [name, values] of Object.entries(headers)) {
      validateHeaderName(name);
      for (const value of values) validateHeaderValue(name, value);
    }
    return !('content-length' in headers || 'transfer-encoding' in headers || 'expect' in headers);
  } catch {
    return false;
  }
};

rawRequests.subscribe((message) => {
  const request = Buffer.isBuffer(message) ? requestOf(message) : undefined;
  if (request !== undefined) append(request, undefined);
});
