import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import { type HeaderField, isBodiless } from './answer.ts';
import { Refusal } from './refusal.ts';

const value = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const head = z.object({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), value).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(value)).nullish(),
});

const wholeResponse = head.extend({
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

/** Headers that belong to the connection or to the gateway, whatever a function says. */
const gatewayOwned = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'proxy-connection',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-amzn-requestid',
  'x-powered-by',
]);

/** API Gateway's word for a result it cannot turn into an answer; the client gets a 502. */
const malformed = () =>
  new Refusal('DEFAULT_5XX', { statusCode: 502, reason: 'Malformed Lambda proxy response' });

const isSendable = ([name, text]: HeaderField): boolean => {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, text);
    return true;
  } catch {
    return false;
  }
};

/** Single and multiple values become one list; a value in both is sent once. */
const headerFieldsOf = ({ statusCode, headers, multiValueHeaders }: z.infer<typeof head>): HeaderField[] => {
  const multiple = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    values.map((text): HeaderField => [name, text]),
  );
  const repeated = ([name, text]: HeaderField) =>
    multiple.some(([other, same]) => other.toLowerCase() === name.toLowerCase() && same === text);
  const fields = [...Object.entries(headers ?? {}).filter((field) => !repeated(field)), ...multiple].filter(
    ([name]) => !gatewayOwned.has(name.toLowerCase()),
  );
  if (!fields.every(isSendable)) throw malformed();
  const hasType = fields.some(([name]) => name.toLowerCase() === 'content-type');
  return hasType || isBodiless(statusCode) ? fields : [['content-type', 'application/json'], ...fields];
};

/** Status and headers of an answer. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly headers: readonly HeaderField[];
}

/** The head of a streamed answer. Throws Refusal. */
export const parsePrelude = (prelude: unknown): AnswerHead => {
  const parsed = head.safeParse(prelude);
  if (!parsed.success) throw malformed();
  return { statusCode: parsed.data.statusCode, headers: headerFieldsOf(parsed.data) };
};

/** A whole answer, its body still as the function encoded it. Throws Refusal. */
export const parseFunctionResponse = (payload: unknown) => {
  const parsed = wholeResponse.safeParse(payload);
  if (!parsed.success) throw malformed();
  const { statusCode, body, isBase64Encoded } = parsed.data;
  return {
    statusCode,
    headers: headerFieldsOf(parsed.data),
    text: body ?? '',
    isBase64Encoded: isBase64Encoded ?? false,
  };
};
