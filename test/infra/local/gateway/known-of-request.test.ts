import { describe, expect, it } from 'vitest';
import {
  type KnownOfRequest,
  knownByIds,
  variableOfRequest,
} from '../../../../infra/local/gateway/known-of-request.ts';

/** Everything that there is to know of a request, each value another. */
const all: Required<Omit<KnownOfRequest, 'authoriserContext'>> = {
  requestId: 'request',
  extendedRequestId: 'extended',
  httpMethod: 'GET',
  requestTimeEpoch: 5_000,
  resourcePath: '/points/{code}',
  status: 200,
  responseLength: 12,
  responseLatency: 3,
  'error.responseType': 'THROTTLED',
  'identity.apiKeyId': '0123456789',
  integrationLatency: 2,
  'integration.status': 201,
  'integration.requestId': 'integration',
  'authorizer.status': 403,
  'authorizer.latency': 4,
  'authorizer.integrationLatency': 5,
};

const readAs = (name: string, known: KnownOfRequest) => variableOfRequest(name)?.(known);

describe('what is known of a request', () => {
  it.each(Object.entries(all))('%s is found by its name', (name, value) => {
    expect(readAs(name, { ...all, authoriserContext: undefined })).toBe(value);
  });

  it('is its ids before it is read, and nothing else', () => {
    const known = knownByIds('request', 'extended');
    expect(Object.keys(known).toSorted()).toEqual([...Object.keys(all), 'authoriserContext'].toSorted());
    const values = Object.keys(all).map((name) => readAs(name, known));
    expect(values.filter((value) => value !== undefined)).toEqual(['request', 'extended']);
    expect(readAs('authorizer.keyId', known)).toBeUndefined();
  });

  it('has what the authoriser told by its own names, and the latency of asking it as the gateway measured it', () => {
    const authoriserContext = new Map([
      ['keyId', 'k1'],
      ['latency', 'told'],
      ['a.b', 'nested'],
    ]);
    const known = { ...all, authoriserContext };
    expect(readAs('authorizer.keyId', known)).toBe('k1');
    expect(readAs('authorizer.a.b', known)).toBe('nested');
    expect(readAs('authorizer.plan', known)).toBeUndefined();
    expect(readAs('authorizer.latency', known)).toBe(4);
  });

  it.each(['keyId', 'authoriserContext', 'toString', '__proto__', 'wafResponseCode', 'identity.sourceIp'])(
    'is never anything by the name of %s',
    (name) => {
      expect(variableOfRequest(name)).toBeUndefined();
    },
  );
});
