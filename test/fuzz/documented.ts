import * as fc from 'fast-check';
import { openApiDocuments } from '../../infra/openapi/openapi-documents.ts';
import { type AnswerJudge, answerJudge } from '../support/openapi/answer-judge.ts';
import {
  operationsOf,
  type ReadParameter,
  type ReadSchema,
  readDocument,
} from '../support/openapi/read-document.ts';
import { Finding } from './checks.ts';
import type { Parameter, Probe } from './operation.ts';
import {
  inPath,
  integerWithin,
  numberWithin,
  oneOfThese,
  repeatableList,
  single,
  textUpTo,
  wrong,
} from './oracle/readings.ts';
import { anyText, integers, lists, mostly, numbers, spoilt, words } from './requests/samples.ts';

const documents = Object.values(openApiDocuments({ origin: '' })).map(readDocument);
const operations = new Map(documents.flatMap(operationsOf).map((each) => [each.operationId, each]));

export const documentedOperation = (operationId: string) => {
  const operation = operations.get(operationId);
  if (operation === undefined) throw new Error(`No OpenAPI document describes ${operationId}.`);
  return operation;
};

const documentJudge: AnswerJudge = answerJudge(documents);

/** Adds a check that responses have the status, headers and body that the operation's document describes. */
export const documented = (
  operationId: string,
  probes: fc.Arbitrary<Probe>,
  judge = documentJudge,
): fc.Arbitrary<Probe> =>
  probes.map(({ request, verify }) => ({
    request,
    verify: async (response, target) => {
      await verify(response, target);
      const problem = judge(operationId, response);
      if (problem !== undefined)
        throw new Finding(`the document does not allow this ${response.status}: ${problem}`);
    },
  }));

export const documentedParameter = ({ name, in: place, schema, example }: ReadParameter): Parameter => {
  const samples = samplesOf(
    schema,
    [example].flat().flatMap((each) => (each === undefined ? [] : [String(each)])),
  );
  if (schema.items) return { name, samples, read: repeatableList(readerOf(schema.items)) };
  return { name, samples, read: place === 'path' ? inPath(readerOf(schema)) : single(readerOf(schema)) };
};

/** Generates the documented examples, any JSON and any text. Undefined if the operation has no body. */
export const documentedBodies = (operationId: string): fc.Arbitrary<string> | undefined => {
  const media = documentedOperation(operationId).requestBody?.content['application/json'];
  if (media === undefined) return undefined;
  const examples = [media.example, ...Object.values(media.examples ?? {}).map(({ value }) => value)];
  return mostly(fc.constantFrom(...examples.map((example) => JSON.stringify(example ?? {}))), fc.json());
};

const bounds = ({ minimum = 0, maximum = 2_147_483_647 }: ReadSchema) => [minimum, maximum] as const;

const readerOf = (schema: ReadSchema): ((text: string) => unknown) => {
  if (schema.enum) return oneOfThese(...schema.enum);
  if (schema.type === 'integer') return integerWithin(...bounds(schema));
  if (schema.type === 'number') return numberWithin(...bounds(schema));
  const pattern = new RegExp(schema.pattern ?? '', 'u');
  const short = textUpTo(schema.maxLength ?? Number.POSITIVE_INFINITY);
  // The documents do not state that a blank list counts as absent.
  return (text) => (pattern.test(text) || text.trim() === '' ? short(text) : wrong);
};

const samplesOf = (schema: ReadSchema, examples: readonly string[]): fc.Arbitrary<string> => {
  if (schema.enum) return words(...schema.enum);
  if (schema.type === 'integer') return integers(...bounds(schema), ...examples);
  if (schema.type === 'number') return numbers(...bounds(schema), fc.constantFrom('0', ...examples));
  if (schema.pattern === undefined) return examples.length > 0 ? lists(...examples) : anyText;
  const good = fc.oneof(fc.stringMatching(new RegExp(schema.pattern, 'u')), fc.constantFrom('', ...examples));
  return mostly(good, good.chain(spoilt));
};
