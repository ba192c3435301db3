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
type Change = (parts: Record<string, any>) => unknown;

const { assign } = Object;

const changed = (change: Change): unknown => {
  const document = structuredClone(released);
  const { components, paths } = document;
  const { get: list } = paths['/places'];
  const [size] = list.parameters;
  const { post: send } = paths['/letters'];
  const page = components.schemas.Page.properties;
  const letter = components.schemas.Letter.properties;
  const answer = list.responses[200];
  change({ document, components, paths, list, size, answer, send, page, letter });
  return document;
};

it.each<[string, Change, RegExp]>([
  ['a path is removed', ({ paths }) => delete paths['/letters'], /letters/],
  ['an operation id changes', ({ list }) => assign(list, { operationId: 'all' }), /operationId/],
  [
    'the base path changes',
    ({ document }) => assign(document.servers[0], { url: '/places/v2' }),
    /base path/,
  ],
  ['a parameter is removed', ({ list }) => list.parameters.shift(), /size/],
  [
    'a required parameter is added',
    ({ list }) => list.parameters.push({ name: 'near', in: 'query', required: true, schema: {} }),
    /near/,
  ],
  ['a parameter becomes required', ({ size }) => assign(size, { required: true }), /size/],
  ['a maximum is lowered', ({ size }) => assign(size.schema, { maximum: 50 }), /maximum/],
  ['a default changes', ({ size }) => assign(size.schema, { default: 5 }), /default/],
  ['a pattern is added', ({ size }) => assign(size.schema, { pattern: '^1' }), /pattern/],
  [
    'the serialisation of lists changes',
    ({ list }) => assign(list.parameters[1], { explode: true }),
    /form of types/,
  ],
  [
    'a required field is added to a request',
    ({ components }) => components.schemas.Letter.required.push('to'),
    /to/,
  ],
  ['a field of a request may no longer be null', ({ letter }) => assign(letter.to, { type: 'string' }), /to/],
  ['a field of a request becomes shorter', ({ letter }) => assign(letter.text, { maxLength: 5 }), /text/],
  ['a field of a response is removed', ({ page }) => delete page.total, /total/],
  [
    'a field of a response becomes optional',
    ({ components }) => assign(components.schemas.Page, { required: [] }),
    /total/,
  ],
  ['a field of a response changes its type', ({ page }) => assign(page.total, { type: 'string' }), /total/],
  [
    'a field of a response may be null',
    ({ page }) => assign(page.total, { type: ['integer', 'null'] }),
    /total/,
  ],
  ['a response has a new value', ({ page }) => page.status.enum.push('SLOW'), /status/],
  ['a status is removed', ({ list }) => delete list.responses[404], /404/],
  ['a response header is removed', ({ answer }) => delete answer.headers.version, /version/],
  ['a response header may be absent', ({ answer }) => delete answer.headers.version.required, /version/],
  [
    'the values of a parameter become limited',
    ({ size }) => assign(size.schema, { enum: [10, 20] }),
    /parameters > 0 > schema > enum/,
  ],
  ['a field of a request gets a pattern', ({ letter }) => assign(letter.text, { pattern: '^A' }), /text/],
  [
    'a pattern of a request becomes narrower',
    ({ letter }) => assign(letter.code, { pattern: '^[0-9]{4}$' }),
    /code/,
  ],
  ['a field of a request gets a format', ({ letter }) => assign(letter.text, { format: 'email' }), /text/],
  ['a request no longer accepts a value', ({ letter }) => letter.kind.enum.pop(), /kind/],
  [
    'the values of a request become limited',
    ({ letter }) => assign(letter.text, { enum: ['Yes', 'No'] }),
    /text/,
  ],
  ['a field of a request is removed', ({ letter }) => delete letter.code, /code/],
  [
    'a request body becomes required',
    ({ send }) => assign(send.requestBody, { required: true }),
    /requestBody/,
  ],
  [
    'a required request body is added',
    ({ list, send }) =>
      assign(list, {
        requestBody: { ...send.requestBody, required: true },
      }),
    /requestBody/,
  ],
  [
    'a media type of a request is removed',
    ({ send }) => delete send.requestBody.content['text/plain'],
    /plain/,
  ],
  ['a media type of a response is removed', ({ answer }) => delete answer.content['text/csv'], /csv/],
  ['an optional field of a response is removed', ({ page }) => delete page.note, /note/],
  ['a format of a response changes', ({ page }) => assign(page.at, { format: 'date' }), /at > format/],
  ['a field of a response gets a format', ({ page }) => assign(page.note, { format: 'date' }), /note/],
  ['a field of a response loses its format', ({ page }) => delete page.at.format, /at > format/],
  ['a pattern of a response changes', ({ page }) => assign(page.code, { pattern: '^[A-Z]+$' }), /code/],
  ['a field of a response loses its pattern', ({ page }) => delete page.code.pattern, /code/],
  ['a minimum of a response is lowered', ({ page }) => assign(page.total, { minimum: -1 }), /minimum/],
  ['a maximum of a response is raised', ({ page }) => assign(page.total, { maximum: 1_000 }), /maximum/],
  ['a field of a response may be longer', ({ page }) => assign(page.code, { maxLength: 20 }), /maxLength/],
  ['a field of a response loses its limit', ({ page }) => delete page.code.maxLength, /maxLength/],
  [
    'a response has a new value in place of another',
    ({ page }) => page.status.enum.splice(1, 1, 'SLOW'),
    /status/,
  ],
  ['the values of a response are no longer limited', ({ page }) => delete page.status.enum, /status/],
  ['a constant of a response changes', ({ page }) => assign(page.kind, { const: 'LIST' }), /kind/],
  ['an open operation needs a key', ({ send }) => delete send.security, /security/],
  [
    'a different key is required',
    ({ document }) => assign(document, { security: [{ token: [] }] }),
    /security/,
  ],
  [
    'the key is sent elsewhere',
    ({ components }) => assign(components.securitySchemes.key, { in: 'query' }),
    /key/,
  ],
])('reports a breaking change if %s', (_, change, expected) => {
  expect(breakingChanges(released, changed(change)).join('\n')).toMatch(expected);
});

it.each<[string, Change]>([
  ['nothing changes', () => {}],
  ['descriptions change', ({ list }) => assign(list, { summary: 'All', description: 'All.' })],
  [
    'an operation is added',
    ({ paths, list }) => assign(paths, { '/people': { get: { ...list, operationId: 'people' } } }),
  ],
  [
    'an optional parameter is added',
    ({ list }) => list.parameters.push({ name: 'near', in: 'query', schema: {} }),
  ],
  ['parameters are in another order', ({ list }) => list.parameters.reverse()],
  ['a maximum is raised', ({ size }) => assign(size.schema, { maximum: 200 })],
  ['a field of a response is added', ({ page }) => assign(page, { more: {} })],
  ['an optional field of a request is added', ({ letter }) => assign(letter, { more: {} })],
  ['a request accepts another value', ({ letter }) => letter.kind.enum.push('PRAISE')],
  ['values are in another order', ({ letter }) => letter.kind.enum.reverse()],
  ['a field of a request loses its pattern', ({ letter }) => delete letter.code.pattern],
  ['a field of a request may be longer', ({ letter }) => assign(letter.text, { maxLength: 200 })],
  ['an optional request body is added', ({ list, send }) => assign(list, { requestBody: send.requestBody })],
  [
    'a request accepts another media type',
    ({ send }) =>
      assign(send.requestBody.content, {
        'text/html': { schema: { type: 'string' } },
      }),
  ],
  [
    'a response is offered in another media type',
    ({ answer }) =>
      assign(answer.content, {
        'text/html': { schema: { type: 'string' } },
      }),
  ],
  ['a response drops a value', ({ page }) => page.status.enum.pop()],
  ['a field of a response gets a pattern', ({ page }) => assign(page.note, { pattern: '^A' })],
  ['bounds of a response become narrower', ({ page }) => assign(page.total, { minimum: 1, maximum: 50 })],
  [
    'a response header is always present',
    ({ list }) =>
      assign(list.responses[404], {
        headers: { date: { required: true, schema: {} } },
      }),
  ],
  ['a status is added', ({ list }) => assign(list.responses, { 429: { description: 'Wait.' } })],
  ['an operation no longer needs a key', ({ list }) => assign(list, { security: [] })],
  [
    'the host changes',
    ({ document }) => assign(document.servers[0], { url: 'https://api.example/places/v1/' }),
  ],
  [
    'a component is renamed',
    ({ document }) => assign(document, JSON.parse(JSON.stringify(document).replaceAll('Page', 'List'))),
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
