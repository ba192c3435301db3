import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { validateBill } from '../../../functions/bill-management-v1/validate-bill.ts';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { billManagementV1 } from '../../../infra/routes/bill-management-v1.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { billerRecord } from '../../../shared/domain/importing/biller-record.ts';
import { type ErrorCode, statusOfCode } from '../../../shared/http/errors.ts';
import { schemaJudge } from '../../support/openapi/answer-judge.ts';
import {
  mediaTypesOf,
  operationsOf,
  type ReadParameter,
  type ReadSchema,
  readDocument,
  responseOf,
} from '../../support/openapi/read-document.ts';
import { handlerTarget } from '../../support/targets/handler-target.ts';

interface Shown {
  readonly where: string;
  readonly schema: ReadSchema;
  readonly value: unknown;
}

const examplesOf = (where: string, content: Parameters<typeof mediaTypesOf>[0] | undefined): Shown[] =>
  mediaTypesOf(content ?? {}).flatMap(([, { schema, example, examples = {} }]) => {
    const values = [...(example === undefined ? [] : [{ value: example }]), ...Object.values(examples)];
    return values.map(({ value }) => ({ where, schema, value }));
  });

const exampleOf = ({ name, schema, example }: ReadParameter, operationId: string): Shown[] =>
  example === undefined ? [] : [{ where: `${operationId} ${name}`, schema, value: example }];

describe.each(services)('the examples of %s', (service) => {
  const document = readDocument(openApiDocuments({ origin: '' })[service]);
  const operations = operationsOf(document);
  const judgeOf = schemaJudge(document);

  const shown: Shown[] = operations.flatMap(({ operationId, parameters = [], requestBody, responses }) => [
    ...parameters.flatMap((parameter) => exampleOf(parameter, operationId)),
    ...examplesOf(`${operationId} request`, requestBody?.content),
    ...Object.entries(responses).flatMap(([status, answer]) =>
      examplesOf(`${operationId} ${status}`, responseOf(document, answer).content),
    ),
  ]);

  it('match the schemas of bodies', () => {
    const wrong = shown.flatMap(({ where, schema, value }) => {
      const why = judgeOf(schema)(value);
      return why === undefined ? [] : [`${where}: ${why}`];
    });
    expect(wrong).toEqual([]);
    expect(shown.length).toBeGreaterThan(operations.length);
  });

  it('show every request and response body', () => {
    const bodies = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...(requestBody ? [`${operationId} request`] : []),
      ...Object.entries(responses).flatMap(([status, answer]) =>
        responseOf(document, answer).content ? [`${operationId} ${status}`] : [],
      ),
    ]);
    expect(bodies.filter((body) => !shown.some(({ where }) => where === body))).toEqual([]);
  });

  it('match the schemas of headers', () => {
    for (const { schema, example } of Object.values(document.components.headers)) {
      if (example !== undefined) expect(judgeOf(schema)(example)).toBeUndefined();
    }
  });

  it("have the error code of their status, and name a parameter only if the service's errors do", () => {
    const body = z.object({
      errors: z.tuple([
        z.object({
          code: z.custom<ErrorCode>((code) => typeof code === 'string' && code in statusOfCode),
          source: z.unknown().optional(),
        }),
      ]),
    });
    for (const { where, value } of shown.filter((one) => / [45]\d\d$/.test(one.where))) {
      if (where === 'health 503') continue;
      const [{ code, source }] = body.parse(value).errors;
      expect(where).toContain(` ${statusOfCode[code]}`);
      if (service === 'locations-v3') expect(source).toBeUndefined();
    }
  });
});

it('the example of a validated bill follows from the rules of the example biller', async () => {
  const routeOf = (id: string) => billManagementV1.find(({ operationId }) => operationId === id);
  const biller = billerRecord.parse(routeOf('getBillerMetadabaByCode')?.example);
  const { path = '', requestExample, example } = routeOf('validateBill') ?? {};
  const handler = validateBill({ getStored: async () => biller });
  const target = handlerTarget([{ path, handler }]);
  const headers = { 'content-type': 'application/json' };
  const { body } = await target.send({ method: 'POST', path, headers, body: JSON.stringify(requestExample) });
  expect(JSON.parse(body)).toEqual(example);
});

it('the check reports an example that does not match its schema', () => {
  const judge = schemaJudge(readDocument(openApiDocuments({ origin: '' })['locations-v3']));
  const pagination = judge({ $ref: '#/components/schemas/Pagination' });
  expect(pagination({ total: 1, offset: 0, size: 1 })).toBeUndefined();
  expect(pagination({ total: '1', offset: 0, size: 1 })).toContain('must be integer');
  expect(pagination({ total: 1, offset: 0 })).toContain("must have required property 'size'");
  expect(pagination({ total: 1, offset: 0, size: 1, pages: 1 })).toContain('additional properties');
});
