import { expect, it } from 'vitest';
import { breakingChanges } from '../../../infra/openapi/breaking-changes.ts';
import { openApiDocuments } from '../../../infra/openapi/openapi-documents.ts';

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
        security: [] as object[],
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

// biome-ignore lint/suspicious/noExplicitAny: members are removed and replaced at will
const changed = (change: (document: any) => void): unknown => {
  const next = structuredClone(released);
  change(next);
  return next;
};

it.each<[string, Parameters<typeof changed>[0], RegExp]>([
  ['a path is removed', ({ paths }) => delete paths['/letters'], /letters/],
  [
    'an operation id changes',
    ({ paths }) => Object.assign(paths['/places'].get, { operationId: 'all' }),
    /operationId/,
  ],
  ['the base path changes', (next) => Object.assign(next.servers[0], { url: '/places/v2' }), /base path/],
  ['a parameter is removed', ({ paths }) => paths['/places'].get.parameters.shift(), /size/],
  [
    'a required parameter is added',
    ({ paths }) =>
      paths['/places'].get.parameters.push({ name: 'near', in: 'query', required: true, schema: {} }),
    /near/,
  ],
  [
    'a parameter becomes required',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[0], { required: true }),
    /size/,
  ],
  [
    'a maximum is lowered',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[0].schema, { maximum: 50 }),
    /maximum/,
  ],
  [
    'a default changes',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[0].schema, { default: 5 }),
    /default/,
  ],
  [
    'a pattern is added',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[0].schema, { pattern: '^1' }),
    /pattern/,
  ],
  [
    'the serialisation of lists changes',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[1], { explode: true }),
    /form of types/,
  ],
  [
    'a required field is added to a request',
    ({ components }) => components.schemas.Letter.required.push('to'),
    /to/,
  ],
  [
    'a field of a request may no longer be null',
    ({ components }) => Object.assign(components.schemas.Letter.properties.to, { type: 'string' }),
    /to/,
  ],
  [
    'a field of a request becomes shorter',
    ({ components }) => Object.assign(components.schemas.Letter.properties.text, { maxLength: 5 }),
    /text/,
  ],
  [
    'a field of a response is removed',
    ({ components }) => delete components.schemas.Page.properties.total,
    /total/,
  ],
  [
    'a field of a response becomes optional',
    ({ components }) => Object.assign(components.schemas.Page, { required: [] }),
    /total/,
  ],
  [
    'a field of a response changes its type',
    ({ components }) => Object.assign(components.schemas.Page.properties.total, { type: 'string' }),
    /total/,
  ],
  [
    'a field of a response may be null',
    ({ components }) =>
      Object.assign(components.schemas.Page.properties.total, { type: ['integer', 'null'] }),
    /total/,
  ],
  [
    'a response has a new value',
    ({ components }) => components.schemas.Page.properties.status.enum.push('SLOW'),
    /status/,
  ],
  ['a status is removed', ({ paths }) => delete paths['/places'].get.responses[404], /404/],
  [
    'a response header is removed',
    ({ paths }) => delete paths['/places'].get.responses[200].headers.version,
    /version/,
  ],
  [
    'a response header may be absent',
    ({ paths }) => delete paths['/places'].get.responses[200].headers.version.required,
    /version/,
  ],
  [
    'the values of a parameter become limited',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[0].schema, { enum: [10, 20] }),
    /parameters > 0 > schema > enum/,
  ],
  [
    'a field of a request gets a pattern',
    ({ components: { schemas } }) => Object.assign(schemas.Letter.properties.text, { pattern: '^A' }),
    /text/,
  ],
  [
    'a pattern of a request becomes narrower',
    ({ components: { schemas } }) => Object.assign(schemas.Letter.properties.code, { pattern: '^[0-9]{4}$' }),
    /code/,
  ],
  [
    'a field of a request gets a format',
    ({ components: { schemas } }) => Object.assign(schemas.Letter.properties.text, { format: 'email' }),
    /text/,
  ],
  [
    'a request no longer accepts a value',
    ({ components: { schemas } }) => schemas.Letter.properties.kind.enum.pop(),
    /kind/,
  ],
  [
    'the values of a request become limited',
    ({ components: { schemas } }) => Object.assign(schemas.Letter.properties.text, { enum: ['Yes', 'No'] }),
    /text/,
  ],
  [
    'a field of a request is removed',
    ({ components: { schemas } }) => delete schemas.Letter.properties.code,
    /code/,
  ],
  [
    'a request body becomes required',
    ({ paths }) => Object.assign(paths['/letters'].post.requestBody, { required: true }),
    /requestBody/,
  ],
  [
    'a required request body is added',
    ({ paths }) =>
      Object.assign(paths['/places'].get, {
        requestBody: { ...paths['/letters'].post.requestBody, required: true },
      }),
    /requestBody/,
  ],
  [
    'a media type of a request is removed',
    ({ paths }) => delete paths['/letters'].post.requestBody.content['text/plain'],
    /plain/,
  ],
  [
    'a media type of a response is removed',
    ({ paths }) => delete paths['/places'].get.responses[200].content['text/csv'],
    /csv/,
  ],
  [
    'an optional field of a response is removed',
    ({ components: { schemas } }) => delete schemas.Page.properties.note,
    /note/,
  ],
  [
    'a format of a response changes',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.at, { format: 'date' }),
    /at > format/,
  ],
  [
    'a field of a response gets a format',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.note, { format: 'date' }),
    /note/,
  ],
  [
    'a field of a response loses its format',
    ({ components: { schemas } }) => delete schemas.Page.properties.at.format,
    /at > format/,
  ],
  [
    'a pattern of a response changes',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.code, { pattern: '^[A-Z]+$' }),
    /code/,
  ],
  [
    'a field of a response loses its pattern',
    ({ components: { schemas } }) => delete schemas.Page.properties.code.pattern,
    /code/,
  ],
  [
    'a minimum of a response is lowered',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.total, { minimum: -1 }),
    /minimum/,
  ],
  [
    'a maximum of a response is raised',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.total, { maximum: 1_000 }),
    /maximum/,
  ],
  [
    'a field of a response may be longer',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.code, { maxLength: 20 }),
    /maxLength/,
  ],
  [
    'a field of a response loses its limit',
    ({ components: { schemas } }) => delete schemas.Page.properties.code.maxLength,
    /maxLength/,
  ],
  [
    'a response has a new value in place of another',
    ({ components: { schemas } }) => schemas.Page.properties.status.enum.splice(1, 1, 'SLOW'),
    /status/,
  ],
  [
    'the values of a response are no longer limited',
    ({ components: { schemas } }) => delete schemas.Page.properties.status.enum,
    /status/,
  ],
  [
    'a constant of a response changes',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.kind, { const: 'LIST' }),
    /kind/,
  ],
  ['an open operation needs a key', ({ paths }) => delete paths['/letters'].post.security, /security/],
  ['a different key is required', (next) => Object.assign(next, { security: [{ token: [] }] }), /security/],
  [
    'the key is sent elsewhere',
    ({ components }) => Object.assign(components.securitySchemes.key, { in: 'query' }),
    /key/,
  ],
])('reports a breaking change if %s', (_, change, expected) => {
  expect(breakingChanges(released, changed(change)).join('\n')).toMatch(expected);
});

it.each<[string, Parameters<typeof changed>[0]]>([
  ['nothing changes', () => {}],
  [
    'descriptions change',
    ({ paths }) => Object.assign(paths['/places'].get, { summary: 'All', description: 'All.' }),
  ],
  [
    'an operation is added',
    ({ paths }) =>
      Object.assign(paths, { '/people': { get: { ...paths['/places'].get, operationId: 'people' } } }),
  ],
  [
    'an optional parameter is added',
    ({ paths }) => paths['/places'].get.parameters.push({ name: 'near', in: 'query', schema: {} }),
  ],
  ['parameters are in another order', ({ paths }) => paths['/places'].get.parameters.reverse()],
  [
    'a maximum is raised',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[0].schema, { maximum: 200 }),
  ],
  [
    'a field of a response is added',
    ({ components }) => Object.assign(components.schemas.Page.properties, { more: {} }),
  ],
  [
    'an optional field of a request is added',
    ({ components }) => Object.assign(components.schemas.Letter.properties, { more: {} }),
  ],
  [
    'a request accepts another value',
    ({ components: { schemas } }) => schemas.Letter.properties.kind.enum.push('PRAISE'),
  ],
  [
    'values are in another order',
    ({ components: { schemas } }) => schemas.Letter.properties.kind.enum.reverse(),
  ],
  [
    'a field of a request loses its pattern',
    ({ components: { schemas } }) => delete schemas.Letter.properties.code.pattern,
  ],
  [
    'a field of a request may be longer',
    ({ components: { schemas } }) => Object.assign(schemas.Letter.properties.text, { maxLength: 200 }),
  ],
  [
    'an optional request body is added',
    ({ paths }) => Object.assign(paths['/places'].get, { requestBody: paths['/letters'].post.requestBody }),
  ],
  [
    'a request accepts another media type',
    ({ paths }) =>
      Object.assign(paths['/letters'].post.requestBody.content, {
        'text/html': { schema: { type: 'string' } },
      }),
  ],
  [
    'a response is offered in another media type',
    ({ paths }) =>
      Object.assign(paths['/places'].get.responses[200].content, {
        'text/html': { schema: { type: 'string' } },
      }),
  ],
  ['a response drops a value', ({ components: { schemas } }) => schemas.Page.properties.status.enum.pop()],
  [
    'a field of a response gets a pattern',
    ({ components: { schemas } }) => Object.assign(schemas.Page.properties.note, { pattern: '^A' }),
  ],
  [
    'bounds of a response become narrower',
    ({ components: { schemas } }) =>
      Object.assign(schemas.Page.properties.total, { minimum: 1, maximum: 50 }),
  ],
  [
    'a response header is always present',
    ({ paths }) =>
      Object.assign(paths['/places'].get.responses[404], {
        headers: { date: { required: true, schema: {} } },
      }),
  ],
  [
    'a status is added',
    ({ paths }) => Object.assign(paths['/places'].get.responses, { 429: { description: 'Wait.' } }),
  ],
  [
    'an operation no longer needs a key',
    ({ paths }) => Object.assign(paths['/places'].get, { security: [] }),
  ],
  ['the host changes', (next) => Object.assign(next.servers[0], { url: 'https://api.example/places/v1/' })],
  [
    'a component is renamed',
    (next) => Object.assign(next, JSON.parse(JSON.stringify(next).replaceAll('Page', 'List'))),
  ],
])('reports no breaking change if %s', (_, change) => {
  expect(breakingChanges(released, changed(change))).toEqual([]);
});

it("compares the services' documents", () => {
  const [here, elsewhere] = [
    openApiDocuments({ origin: '' }),
    openApiDocuments({ origin: 'https://api.example' }),
  ];
  for (const [service, document] of Object.entries(here))
    expect(
      breakingChanges(document, Object.entries(elsewhere).find(([name]) => name === service)?.[1]),
    ).toEqual([]);
});
