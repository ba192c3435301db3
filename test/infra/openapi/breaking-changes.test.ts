import { expect, it } from 'vitest';
import { breakingChanges } from '../../../infra/openapi/breaking-changes.ts';

const size = { name: 'size', in: 'query', schema: { type: 'integer', maximum: 100, default: 20 } };
const types = {
  name: 'types',
  in: 'query',
  style: 'form',
  explode: false,
  schema: { type: 'array', items: {} },
};
const page = {
  type: 'object',
  properties: {
    total: { type: 'integer', minimum: 0, maximum: 100 },
    status: { type: 'string', enum: ['UP', 'DOWN'] },
    kind: { type: 'string', const: 'PAGE' },
    at: { type: 'string', format: 'date-time' },
    code: { type: 'string', pattern: '^[0-9]+$', maxLength: 10 },
    note: { type: 'string' },
  },
  required: ['total'],
};
const letter = {
  type: 'object',
  properties: {
    text: { type: 'string', maxLength: 100 },
    to: { type: ['string', 'null'] },
    kind: { type: 'string', enum: ['QUESTION', 'COMPLAINT'] },
    code: { type: 'string', pattern: '^[0-9]+$' },
  },
  required: ['text'],
};

const released = {
  openapi: '3.1.1',
  info: { title: 'Places', version: '1' },
  servers: [{ url: '/places/v1' }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'AUTH-KEY' } },
    schemas: { Page: page, Letter: letter },
  },
  paths: {
    '/places': {
      get: {
        operationId: 'list',
        parameters: [size, types],
        responses: {
          200: {
            description: 'A page.',
            headers: { version: { required: true, schema: { type: 'string' } } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Page' } },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          404: { description: 'Nothing is there.' },
        },
      },
    },
    '/letters': {
      post: {
        operationId: 'send',
        security: [],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Letter' } },
            'text/plain': { schema: { type: 'string' } },
          },
        },
        responses: { 200: { description: 'Sent.' } },
      },
    },
  },
};

const parts: Readonly<Record<string, string>> = {
  list: 'paths./places.get',
  size: 'paths./places.get.parameters.0.schema',
  answer: 'paths./places.get.responses.200',
  page: 'components.schemas.Page',
  field: 'components.schemas.Page.properties',
  send: 'paths./letters.post',
  letter: 'components.schemas.Letter',
  input: 'components.schemas.Letter.properties',
};

/** Returns the released document with another value at a path, or without the member if the value is undefined. */
const changed = (path: string, value?: unknown): unknown => {
  const [part = '', ...names] = path.split(' ');
  const keys = [...(parts[part] ?? part).split('.'), ...names].filter(Boolean);
  const document = structuredClone(released);
  const owner = keys.slice(0, -1).reduce((node: object, key) => Reflect.get(node, key), document);
  const key = keys.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(owner, key);
  else Reflect.set(owner, key, value);
  return document;
};

const near = { name: 'near', in: 'query', schema: {} };
const html = { schema: { type: 'string' } };
const { requestBody } = released.paths['/letters'].post;

it.each<[title: string, path: string, value: unknown, reported: RegExp]>([
  // Found by the library.
  ['a path is removed', 'paths /letters', undefined, /letters/],
  ['a parameter is removed', 'list parameters', [types], /size/],
  ['a required parameter is added', 'list parameters 2', { ...near, required: true }, /near/],
  ['a parameter becomes required', 'list parameters 0 required', true, /size/],
  ['a maximum is lowered', 'size maximum', 50, /maximum/],
  ['a required field is added to a request', 'letter required', ['text', 'to'], /to/],
  ['a request no longer accepts a value', 'input kind enum', ['QUESTION'], /kind/],
  ['a field of a request may no longer be null', 'input to type', 'string', /to/],
  ['a response has a new value', 'field status enum', ['UP', 'DOWN', 'SLOW'], /status/],
  ['a field of a response becomes optional', 'page required', [], /total/],
  ['a status is removed', 'list responses 404', undefined, /404/],
  ['a media type of a response is removed', 'answer content text/csv', undefined, /csv/],
  // Found by our own code.
  ['an operation id changes', 'list operationId', 'all', /operationId/],
  ['the base path changes', 'servers 0 url', '/places/v2', /base path/],
  ['the serialisation of lists changes', 'list parameters 1 explode', true, /form of types/],
  ['the values of a parameter become limited', 'size enum', [10, 20], /parameters > 0 > schema > enum/],
  ['the values of a request become limited', 'input text enum', ['Yes', 'No'], /text/],
  ['the values of a response are no longer limited', 'field status enum', undefined, /status/],
  ['a response has a new value in place of another', 'field status enum', ['UP', 'SLOW'], /status/],
  ['a field of a request is removed', 'input code', undefined, /code/],
  ['an optional field of a response is removed', 'field note', undefined, /note/],
  ['a request body becomes required', 'send requestBody required', true, /requestBody/],
  ['a required request body is added', 'list requestBody', { ...requestBody, required: true }, /requestBody/],
  ['a response header may be absent', 'answer headers version required', undefined, /version/],
  ['a field of a response may be null', 'field total type', ['integer', 'null'], /total/],
  ['a format of a response changes', 'field at format', 'date', /at > format/],
  ['a field of a response gets a format', 'field note format', 'date', /note/],
  ['a field of a response loses its format', 'field at format', undefined, /at > format/],
  ['a pattern of a response changes', 'field code pattern', '^[A-Z]+$', /code/],
  ['a field of a response loses its pattern', 'field code pattern', undefined, /code/],
  ['a field of a response loses its limit', 'field code maxLength', undefined, /maxLength/],
  ['a constant of a response changes', 'field kind const', 'LIST', /kind/],
  ['an open operation needs a key', 'send security', undefined, /security/],
  ['a different key is required', 'security', [{ token: [] }], /security/],
  ['the key is sent elsewhere', 'components securitySchemes key in', 'query', /key/],
])('reports a breaking change if %s', (_, path, value, reported) => {
  expect(breakingChanges(released, changed(path, value)).join('\n')).toMatch(reported);
});

it.each<[title: string, path: string, value: unknown]>([
  ['descriptions change', 'list description', 'All.'],
  ['an example changes', 'answer content application/json example', { total: 1 }],
  ['an example of a header changes', 'answer headers version example', 'v2'],
  [
    'an operation is added',
    'paths /people',
    { get: { ...released.paths['/places'].get, operationId: 'all' } },
  ],
  ['an optional parameter is added', 'list parameters 2', near],
  ['parameters are in another order', 'list parameters', [types, size]],
  ['a field of a response is added', 'field more', {}],
  ['a request accepts another value', 'input kind enum', ['QUESTION', 'COMPLAINT', 'PRAISE']],
  ['values are in another order', 'input kind enum', ['COMPLAINT', 'QUESTION']],
  ['a field of a request loses its pattern', 'input code pattern', undefined],
  ['an optional request body is added', 'list requestBody', requestBody],
  ['a response is offered in another media type', 'answer content text/html', html],
  ['a response drops a value', 'field status enum', ['UP']],
  ['a field of a response gets a pattern', 'field note pattern', '^A'],
  ['bounds of a response become narrower', 'field total maximum', 50],
  [
    'a response header is always present',
    'list responses 404 headers',
    { date: { required: true, schema: {} } },
  ],
  ['a status is added', 'list responses 429', { description: 'Wait.' }],
  ['an operation no longer needs a key', 'list security', []],
  ['the host changes', 'servers 0 url', 'https://api.example/places/v1/'],
])('reports no breaking change if %s', (_, path, value) => {
  expect(breakingChanges(released, changed(path, value))).toEqual([]);
});

it('reports no breaking change if a component is renamed', () => {
  const renamed: unknown = JSON.parse(JSON.stringify(released).replaceAll('Page', 'List'));
  expect(breakingChanges(released, renamed)).toEqual([]);
});
