import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { TargetResponse } from '../targets/api-target.ts';
import {
  mediaTypesOf,
  operationsOf,
  type ReadDocument,
  type ReadHeader,
  type ReadSchema,
  responseOf,
} from './read-document.ts';

/** Returns what is wrong with a value, or undefined if it is valid. */
type Judge = (value: unknown) => string | undefined;

/** Judges values by a document's schemas. Objects may have only the described fields. */
export const schemaJudge = (document: ReadDocument) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const whole = structuredClone(document);
  for (const schema of Object.values(whole.components.schemas)) close(schema);
  ajv.addSchema({ $id: 'document', components: whole.components });

  return (schema: ReadSchema): Judge => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')));
    return (value) =>
      validate(value)
        ? undefined
        : ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: 'value', separator: '; ' });
  };
};

const close = (schema: ReadSchema): void => {
  if (schema.properties) {
    schema.additionalProperties = false;
    for (const property of Object.values(schema.properties)) close(property);
  }
  if (schema.items) close(schema.items);
  for (const one of schema.anyOf ?? []) close(one);
};

/** Returns how a response deviates from its operation's document, or undefined if it conforms. */
export type AnswerJudge = (operationId: string, answer: TargetResponse) => string | undefined;

type Check = (answer: TargetResponse) => string | undefined;

const parsed = (text: string): { readonly value?: unknown } => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return {};
  }
};

const headerCheck = (name: string, { required, schema }: ReadHeader, judge: Judge): Check => {
  const isNumber = schema.type === 'integer';
  return ({ headers }) => {
    const text = headers[name];
    if (text === undefined) return required ? `there is no header ${name}` : undefined;
    const wrong = judge(isNumber ? parsed(text).value : text);
    return wrong && `header ${name}: ${wrong}`;
  };
};

const noBody: Check = ({ body }) => (body === '' ? undefined : 'there is a body');

const jsonBody =
  (judges: ReadonlyMap<string | undefined, Judge>): Check =>
  ({ headers, body }) => {
    const judge = judges.get(headers['content-type']);
    if (judge === undefined) return `content type ${headers['content-type']}`;
    const { value } = parsed(body);
    const wrong = value === undefined ? 'it is not JSON' : judge(value);
    return wrong && `body: ${wrong}`;
  };

/** Returns a judge that checks responses against these documents. */
export const answerJudge = (documents: readonly ReadDocument[]): AnswerJudge => {
  const checks = new Map<string, readonly Check[]>();
  for (const document of documents) {
    const judgeOf = schemaJudge(document);
    for (const { operationId, responses } of operationsOf(document)) {
      for (const [status, described] of Object.entries(responses)) {
        const { headers, content } = responseOf(document, described);
        checks.set(`${operationId} ${status}`, [
          ...headers.map(([name, header]) => headerCheck(name, header, judgeOf(header.schema))),
          content
            ? jsonBody(new Map(mediaTypesOf(content).map(([type, { schema }]) => [type, judgeOf(schema)])))
            : noBody,
        ]);
      }
    }
  }
  return (operationId, answer) => {
    const found = checks.get(`${operationId} ${answer.status}`);
    if (found === undefined) return `there is no status ${answer.status}`;
    return found.map((check) => check(answer)).find((wrong) => wrong !== undefined);
  };
};
