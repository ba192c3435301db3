import { describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { services } from '../../../shared/domain/access/service.ts';
import {
  operationsOf,
  type ReadParameter,
  type ReadSchema,
  readDocument,
} from '../../support/openapi/read-document.ts';
import { billManagement } from './specifications/bill-management.ts';
import { locationsV2 } from './specifications/locations-v2.ts';
import { locationsV3 } from './specifications/locations-v3.ts';

const specifications = {
  'bill-management': billManagement,
  'locations-v2': locationsV2,
  'locations-v3': locationsV3,
};

/** Whether an element is part of the specification. Waypost's additions are marked. */
const isSpecified = (described: { readonly 'x-waypost-extension'?: true | undefined } | undefined): boolean =>
  described?.['x-waypost-extension'] !== true;

const nameOf = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

const rangeOf = ({ minimum, maximum, format }: ReadSchema): string =>
  format === undefined && minimum !== undefined && maximum !== undefined ? ` ${minimum} to ${maximum}` : '';

/** Returns a type in the notation of the specifications' tables. */
const typeOf = (schema: ReadSchema): string => {
  const { $ref, type, format, items, anyOf } = schema;
  if ($ref !== undefined) return nameOf($ref);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (Array.isArray(type)) return type.map((one) => (one === 'null' ? 'nullable' : one)).join(', ');
  if (type === 'array' && items) return `array of ${typeOf(items)}`;
  if (type === 'integer' || format === 'uuid' || format === 'double') {
    return `${type}${format === undefined ? rangeOf(schema) : ` (${format})`}`;
  }
  return String(type);
};

/** Returns the constraints on each value of a parameter. Only an array may be repeated, and its schema must say so. */
const oneValueOf = ({ schema, style, explode }: ReadParameter) => {
  const { items, maxItems, ...one } = schema;
  expect([style, explode, maxItems]).toEqual(items ? ['form', true, 100] : [undefined, undefined, undefined]);
  return items ? { ...items, type: `array of ${items.type}` } : one;
};

const shownParameter = (parameter: ReadParameter) => {
  const { name, required, description } = parameter;
  const { enum: values, ...value } = oneValueOf(parameter);
  return {
    in: parameter.in,
    name,
    required,
    ...value,
    ...(values && { values }),
    ...(/^Comma-separated list of /.test(description) && { isList: true }),
  };
};

const fieldsOf = ({ properties = {}, required = [] }: ReadSchema, saysRequired: boolean) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      saysRequired ? [typeOf(property), required.includes(name)] : [typeOf(property)],
    ]),
  );

describe.each(services)('the document of %s', (service) => {
  const specification = specifications[service];
  const document = readDocument(openApiDocuments({ origin: 'https://api.example' })[service]);
  const { schemas } = document.components;
  const documented = operationsOf(document).filter(isSpecified);
  /** Removes the schemas of bodies that only requests with an extension get. */
  const ordinaryBody = ({ anyOf, ...schema }: ReadSchema): ReadSchema => {
    const [only, ...others] = (anyOf ?? []).filter(({ $ref }) => isSpecified(schemas[nameOf($ref ?? '')]));
    return only && others.length === 0 ? only : { anyOf, ...schema };
  };

  it("has the specification's version and base path", () => {
    expect(document.info.version).toBe(specification.version);
    expect(document.servers[0].url).toBe(`https://api.example${specification.basePath}`);
  });

  it("has the specification's operations, the listed additions, and no others", () => {
    const shown = documented.map(({ operationId, method, path, tags, security }) => [
      operationId,
      method.toUpperCase(),
      path,
      tags[0],
      security === undefined ? 'key' : security.length,
    ]);
    const specified = specification.operations.map(({ operationId, method, path, tag, open }) => [
      operationId,
      method,
      path,
      tag,
      open ? 0 : 'key',
    ]);
    expect(shown.sort()).toEqual(specified.sort());
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(
      new Set(specification.operations.map(({ tag }) => tag)),
    );
  });

  describe.each(specification.operations)('$operationId', (specified) => {
    const operation = documented.find(({ operationId }) => operationId === specified.operationId);

    it('has the specified parameters', () => {
      expect(operation?.parameters?.filter(isSpecified).map(shownParameter) ?? []).toEqual(
        specified.parameters,
      );
    });

    it('returns the specified statuses', () => {
      const responses = Object.entries(operation?.responses ?? {}).filter(
        ([, response]) => '$ref' in response || isSpecified(response),
      );
      const statuses = responses.map(([status]) => Number(status));
      const expected = [...specified.statuses, ...specified.added];
      expect(statuses.sort((one, other) => one - other)).toEqual(expected.sort((one, other) => one - other));
    });

    it('has the specified bodies', () => {
      const taken = operation?.requestBody?.content['application/json'].schema.$ref;
      expect(taken && nameOf(taken)).toBe(specified.takes);
      const answer = operation?.responses[200];
      const shown = answer && 'content' in answer ? answer.content?.['application/json'].schema : undefined;
      expect(shown && typeOf(ordinaryBody(shown))).toBe(specified.answers);
    });
  });

  it("has the specification's schemas, and no others", () => {
    const names = Object.keys(specification.records).filter((name) => !name.includes('/'));
    const specified = Object.entries(schemas).filter(([, schema]) => isSpecified(schema));
    expect(specified.map(([name]) => name).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(specification.records))('describes every field of %s', (name, fields) => {
    const [record = '', member] = name.split('/');
    const whole = schemas[record];
    const shown = member === undefined ? whole : whole?.properties?.[member];
    const saysRequired = Object.values(fields).every(([, required]) => required !== undefined);
    expect(shown && fieldsOf(shown, saysRequired)).toEqual(fields);
  });
});

const v3Operation = (id: string) =>
  operationsOf(readDocument(openApiDocuments({ origin: '' })['locations-v3'])).find(
    ({ operationId }) => operationId === id,
  );

it('requires the text that completes a place, and limits its length', () => {
  const q = v3Operation('getPlaces')?.parameters?.find(({ name }) => name === 'q');
  expect(q).toMatchObject({ required: true, schema: { type: 'string', maxLength: 100 } });
});

it('declares the header that names the work centre with the former ID that was requested', () => {
  const { responses = {} } = v3Operation('getWorkCentreByID') ?? {};
  const naming = Object.entries(responses).filter(
    ([, response]) => 'headers' in response && 'content-location' in response.headers,
  );
  expect(naming.map(([status]) => status)).toEqual(['200', '304']);
});

it('limits biller, bill id and payment date to the specified lengths and characters', () => {
  const { EnquiryRequest } = readDocument(openApiDocuments({ origin: '' })['bill-management']).components
    .schemas;
  const { biller, billId, paymentDate } = EnquiryRequest?.properties ?? {};
  // Removes backslashes that the pattern does not need.
  const patternOf = (schema: ReadSchema | undefined) => schema?.pattern?.replaceAll('\\/', '/');
  expect([biller?.minLength, biller?.maxLength]).toEqual([1, 120]);
  expect(patternOf(biller)).toBe('^[a-zA-Z0-9 \\-[\\]]*$');
  expect([billId?.minLength, billId?.maxLength]).toEqual([1, 120]);
  expect(patternOf(billId)).toBe('^[a-zA-Z0-9 ]*$');
  expect(patternOf(paymentDate)).toBe('[0-9]{1,2}(/|-)[0-9]{1,2}(/|-)[0-9]{4}');
});
