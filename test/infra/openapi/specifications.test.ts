import { describe, expect, it } from 'vitest';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';
import { type Service, services } from '../../../shared/domain/access/service.ts';
import {
  operationsOf,
  type ReadParameter,
  type ReadSchema,
  readDocument,
} from '../../support/openapi/read-document.ts';
import { billManagement } from './specifications/bill-management.ts';
import { locationsV2 } from './specifications/locations-v2.ts';
import { locationsV3 } from './specifications/locations-v3.ts';
import type { Fields, Specification } from './specifications/specification.ts';

const specifications: Readonly<Record<Service, Specification>> = {
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

/** Returns fields in the notation of the specifications, sorted. */
const fieldsOf = ({ properties = {}, required = [] }: ReadSchema, { requiredIsUnknown }: Specification) =>
  Object.entries(properties)
    .map(([name, property]) => {
      const isOptional = !requiredIsUnknown && !required.includes(name);
      return `${name}${isOptional ? '?' : ''}: ${typeOf(property)}`;
    })
    .toSorted();

const specifiedFields = (fields: Fields): readonly string[] =>
  Object.entries(fields)
    .flatMap(([type, names]) => names.split(', ').map((name) => `${name}: ${type}`))
    .toSorted();

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

  it.each(specification.operations)(
    'has the specified parameters, statuses and bodies: $operationId',
    ({ operationId, parameters, statuses, added, takes, answers }) => {
      const operation = documented.find((each) => each.operationId === operationId);
      expect(operation?.parameters?.filter(isSpecified).map(shownParameter) ?? []).toEqual(parameters);
      const responses = Object.entries(operation?.responses ?? {}).filter(
        ([, response]) => '$ref' in response || isSpecified(response),
      );
      expect(responses.map(([status]) => Number(status))).toEqual([...statuses, ...added].sort());
      const taken = operation?.requestBody?.content['application/json'].schema.$ref;
      expect(taken && nameOf(taken)).toBe(takes);
      const answer = operation?.responses[200];
      const shown = answer && 'content' in answer ? answer.content?.['application/json'].schema : undefined;
      expect(shown && typeOf(ordinaryBody(shown))).toBe(answers);
    },
  );

  it("has the specification's schemas, and no others", () => {
    const names = Object.keys(specification.records).filter((name) => !name.includes('/'));
    const specified = Object.entries(schemas).filter(([, schema]) => isSpecified(schema));
    expect(specified.map(([name]) => name).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(specification.records))('describes every field of %s', (name, fields) => {
    const [record = '', member] = name.split('/');
    const whole = schemas[record];
    const shown = member === undefined ? whole : whole?.properties?.[member];
    expect(shown && fieldsOf(shown, specification)).toEqual(specifiedFields(fields));
  });
});

it('describes additions of version 3: the text that completes a place, and the header with the current ID', () => {
  const { paths } = openApiDocuments({ origin: '' })['locations-v3'];
  const q = { name: 'q', required: true, schema: expect.objectContaining({ maxLength: 100 }) };
  expect(paths?.['/places']?.get?.parameters).toContainEqual(expect.objectContaining(q));
  const naming = { headers: { 'content-location': {} } };
  expect(paths?.['/workcentres/{id}']?.get?.responses).toMatchObject({ 200: naming, 304: naming });
});

it('limits biller, bill id and payment date to the specified lengths and characters', () => {
  const { schemas } = readDocument(openApiDocuments({ origin: '' })['bill-management']).components;
  const { biller, billId, paymentDate } = schemas.EnquiryRequest?.properties ?? {};
  // Removes backslashes that the pattern does not need.
  const shown = [biller, billId, paymentDate].map((schema) => [
    ...[schema?.minLength, schema?.maxLength, schema?.pattern?.replaceAll('\\/', '/')],
  ]);
  expect(shown).toEqual([
    [1, 120, '^[a-zA-Z0-9 \\-[\\]]*$'],
    [1, 120, '^[a-zA-Z0-9 ]*$'],
    [undefined, undefined, '[0-9]{1,2}(/|-)[0-9]{1,2}(/|-)[0-9]{4}'],
  ]);
});
