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
  properties: { total: { type: 'integer' }, status: { type: 'string', enum: ['UP', 'DOWN'] } },
  required: ['total'],
};
const letter = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 100 }, to: { type: ['string', 'null'] } },
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
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } },
          },
          404: { description: 'Nothing is there.' },
        },
      },
    },
    '/letters': {
      post: {
        operationId: 'send',
        security: [] as object[],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Letter' } } } },
        responses: { 200: { description: 'Sent.' } },
      },
    },
  },
};

/** A copy of the released document, which a test may change in any way. */
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
    'lists are written in another way',
    ({ paths }) => Object.assign(paths['/places'].get.parameters[1], { explode: true }),
    /form of types/,
  ],
  [
    'a required field is added to a request',
    ({ components }) => components.schemas.Letter.required.push('to'),
    /to/,
  ],
  [
    'a field of a request must not be null',
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
  ['an open operation needs a key', ({ paths }) => delete paths['/letters'].post.security, /security/],
  ['another key is needed', (next) => Object.assign(next, { security: [{ token: [] }] }), /security/],
  [
    'the key is sent elsewhere',
    ({ components }) => Object.assign(components.securitySchemes.key, { in: 'query' }),
    /key/,
  ],
])('breaks clients if %s', (_, change, expected) => {
  expect(breakingChanges(released, changed(change)).join('\n')).toMatch(expected);
});

it.each<[string, Parameters<typeof changed>[0]]>([
  ['nothing changes', () => {}],
  [
    'texts change',
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
])('breaks no client if %s', (_, change) => {
  expect(breakingChanges(released, changed(change))).toEqual([]);
});

it('compares the documents of the services', () => {
  const [here, elsewhere] = [
    openApiDocuments({ origin: '' }),
    openApiDocuments({ origin: 'https://api.example' }),
  ];
  for (const [service, document] of Object.entries(here))
    expect(
      breakingChanges(document, Object.entries(elsewhere).find(([name]) => name === service)?.[1]),
    ).toEqual([]);
});
