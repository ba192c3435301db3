import { describe, expect, it } from 'vitest';
import { breakingChanges } from '../../../../infra/openapi/breaking/breaking-changes.ts';

const page = { type: 'object', properties: { total: { type: 'integer' } }, required: ['total'] };
const size = { name: 'size', in: 'query', schema: { type: 'integer', maximum: 100, default: 20 } };
const types = { name: 'types', in: 'query', schema: { type: 'array' }, style: 'form', explode: false };
const version = { required: true, schema: { type: 'string' } };
const ok = { headers: { Version: version }, content: { 'application/json': { schema: page } } };
const body = { content: { 'application/json': { schema: { type: 'object', properties: { text: {} } } } } };
const keyed = [{ key: [] }];

const list = {
  operationId: 'list',
  parameters: [size, types],
  responses: { 200: ok, 404: {} },
  security: keyed,
};
const send = { operationId: 'send', requestBody: body, responses: { 200: {} } };

const documentOf = (paths: unknown, rest = {}) => ({
  openapi: '3.1.1',
  info: { title: 'Places', version: '1' },
  servers: [{ url: 'https://api.example/places/v1' }],
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'AUTH-KEY' } } },
  paths,
  ...rest,
});
const former = documentOf({ '/places': { get: list }, '/letters': { post: send } });

const asJson = (document: unknown): unknown => JSON.parse(JSON.stringify(document));
const changes = (next: unknown, from: unknown = former) =>
  breakingChanges({ former: asJson(from), next: asJson(next) }).map(({ at, what }) => `${at}: ${what}`);
const ofList = (next: object) =>
  changes(documentOf({ '/places': { get: { ...list, ...next } }, '/letters': { post: send } }));
const ofSend = (next: object) =>
  changes(documentOf({ '/places': { get: list }, '/letters': { post: { ...send, ...next } } }));

describe('an operation', () => {
  it('breaks clients when it or its path is gone, and not when it is new', () => {
    expect(changes(documentOf({ '/places': { get: list } }))).toEqual(['POST /letters: is gone']);
    expect(changes(documentOf({ '/places': { post: send }, '/letters': { post: send } }))).toEqual([
      'GET /places: is gone',
    ]);
    expect(changes(former, documentOf({ '/places': { get: list } }))).toEqual([]);
  });

  it('breaks generated clients by another name', () => {
    expect(ofList({ operationId: 'all' })).toEqual(['GET /places: operationId: "list" became "all"']);
  });

  it('breaks nobody by its texts', () => {
    expect(ofList({ summary: 'All', description: 'All places', deprecated: true, tags: ['a'] })).toEqual([]);
  });
});

describe('a parameter', () => {
  const withParameters = (...parameters: object[]) => ofList({ parameters });

  it('breaks clients when it is gone, and when it is new and required', () => {
    expect(withParameters(types)).toEqual(['GET /places, query size: is gone']);
    const near = { name: 'near', in: 'query' };
    expect(withParameters(size, types, { ...near, required: true })).toEqual([
      'GET /places, query near: is new, and required',
    ]);
    expect(withParameters(size, types, near)).toEqual([]);
  });

  it('breaks clients when it is required now', () => {
    expect(withParameters({ ...size, required: true }, types)).toEqual([
      'GET /places, query size: is now required',
    ]);
    const required = documentOf({
      '/places': { get: { ...list, parameters: [{ ...size, required: true }] } },
    });
    expect(changes(documentOf({ '/places': { get: { ...list, parameters: [size] } } }), required)).toEqual(
      [],
    );
  });

  it('breaks clients when it takes less, or another default', () => {
    const schema = { type: 'integer', maximum: 50, default: 10 };
    expect(withParameters({ ...size, schema }, types)).toEqual([
      'GET /places, query size: maximum: 100 became 50',
      'GET /places, query size: default: 20 became 10',
    ]);
    expect(withParameters({ ...size, schema: { ...size.schema, maximum: 200 } }, types)).toEqual([]);
  });

  it('breaks clients when its lists are written otherwise, and by what means the same', () => {
    expect(withParameters(size, { ...types, explode: true })).toEqual([
      'GET /places, query types: explode: false became true',
    ]);
    expect(withParameters(size, { ...types, style: undefined })).toEqual([]);
    expect(withParameters({ ...size, explode: false }, types)).toEqual([]);
  });

  it('of a header has one name in any case', () => {
    const named = (name: string) =>
      documentOf({ '/places': { get: { parameters: [{ name, in: 'header' }] } } });
    expect(changes(named('x-id'), named('X-Id'))).toEqual([]);
  });
});

describe('a body', () => {
  it('breaks clients when it is required now, and when it is gone', () => {
    expect(ofSend({ requestBody: { ...body, required: true } })).toEqual([
      'POST /letters, body: is now required',
    ]);
    expect(ofSend({ requestBody: undefined })).toEqual(['POST /letters, body: is gone']);
    expect(ofList({ requestBody: { ...body, required: true } })).toEqual([
      'GET /places, body: is new, and required',
    ]);
    expect(ofList({ requestBody: body })).toEqual([]);
  });

  it('breaks clients by a type that is gone, and by members', () => {
    expect(ofSend({ requestBody: { content: { 'text/plain': {} } } })).toEqual([
      'POST /letters, body: application/json is gone',
    ]);
    const schema = { type: 'object', properties: { text: {}, name: {} }, required: ['name'] };
    expect(ofSend({ requestBody: { content: { 'application/json': { schema } } } })).toEqual([
      'POST /letters, body, name: is new, and required',
    ]);
  });
});

describe('an answer', () => {
  const withOk = (next: object) => ofList({ responses: { 200: { ...ok, ...next }, 404: {} } });

  it('breaks clients when it is gone, and not when it is new', () => {
    expect(ofList({ responses: { 200: ok } })).toEqual(['GET /places, answer 404: is gone']);
    expect(ofList({ responses: { 200: ok, 404: {}, 429: {} } })).toEqual([]);
  });

  it('breaks clients when its type or a member is gone, or comes otherwise', () => {
    expect(withOk({ content: {} })).toEqual(['GET /places, answer 200: application/json is gone']);
    const withTotal = (properties: object, required = ['total']) =>
      withOk({ content: { 'application/json': { schema: { type: 'object', properties, required } } } });
    expect(withTotal({}, [])).toEqual(['GET /places, answer 200, total: is gone']);
    expect(withTotal({ total: { type: 'number' } })).toEqual([
      'GET /places, answer 200, total: type: "integer" became "number"',
    ]);
    expect(withTotal({ total: { type: 'integer' }, more: {} })).toEqual([]);
  });

  it('breaks clients when a header is gone, may be left out or comes otherwise', () => {
    const at = 'GET /places, answer 200, header Version';
    expect(withOk({ headers: {} })).toEqual([`${at}: is gone`]);
    expect(withOk({ headers: { Version: { schema: version.schema } } })).toEqual([
      `${at}: may now be left out`,
    ]);
    expect(withOk({ headers: { Version: { required: true } } })).toEqual([
      `${at}: type: "string" became none`,
    ]);
    expect(withOk({ headers: { Version: version, Other: {} } })).toEqual([]);
  });
});

describe('security', () => {
  const at = 'GET /places';

  it('breaks clients when it is added, or another is asked for', () => {
    expect(ofSend({ security: keyed })).toEqual([
      'POST /letters: does not open without credentials any more',
    ]);
    expect(changes({ ...former, security: keyed })).toEqual([
      'POST /letters: does not open without credentials any more',
    ]);
    expect(ofList({ security: [{ token: [] }] })).toEqual([`${at}: key does not open it any more`]);
    expect(ofList({ security: [{ key: [], token: [] }] })).toEqual([`${at}: key does not open it any more`]);
    expect(ofList({ security: [{ key: ['places'] }] })).toEqual([`${at}: key does not open it any more`]);
  });

  it('breaks nobody when it is lifted, or there is another way', () => {
    expect(ofList({ security: [] })).toEqual([]);
    expect(ofList({ security: [{ token: [] }, ...keyed] })).toEqual([]);
    expect(ofList({ security: [{}] })).toEqual([]);
  });

  it('breaks clients when the key is read from another place', () => {
    const securitySchemes = { key: { type: 'apiKey', in: 'query', name: 'key' } };
    expect(changes({ ...former, components: { securitySchemes } })).toEqual([
      'security scheme key: in: "header" became "query"',
      'security scheme key: name: "AUTH-KEY" became "key"',
    ]);
  });
});

describe('a document', () => {
  it('breaks clients by another path before all paths, and not by another host', () => {
    expect(changes({ ...former, servers: [{ url: '/places/v2' }] })).toEqual(['servers: /places/v1 is gone']);
    expect(changes({ ...former, servers: [{ url: '/places/v1/' }] })).toEqual([]);
  });

  it('may be cut into components in any way', () => {
    const get = { ...list, responses: { 200: { $ref: '#/components/responses/~0ok~1' }, 404: {} } };
    const components = {
      ...former.components,
      responses: {
        '~ok/': { ...ok, content: { 'application/json': { schema: { $ref: '#/components/schemas/Page' } } } },
      },
      schemas: { Page: page },
    };
    const next = { ...documentOf({ '/places': { get }, '/letters': { post: send } }), components };
    expect(changes(next)).toEqual([]);
    expect(changes(former, next)).toEqual([]);
  });

  it('is refused where it is no OpenAPI 3.1, or its references cannot be followed', () => {
    expect(() => changes({ ...former, openapi: '3.0.3' })).toThrow('must be OpenAPI 3.1');
    const referring = (reference: string) => documentOf({ '/a': { $ref: reference } });
    expect(() => changes(referring('other.json#/a'))).toThrow('leads out of the document');
    expect(() => changes(referring('#/components/no'))).toThrow('leads to nothing');
    expect(() => changes(referring('#/paths'))).toThrow('#/paths holds itself');
  });
});
