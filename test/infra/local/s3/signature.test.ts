import { createHash } from 'node:crypto';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PlainRequest, send, sendSigned, signedHeaders } from './signed-request.ts';
import {
  bucket,
  clientOf,
  credentials,
  refusalOf,
  type StoreUnderTest,
  startStoreUnderTest,
} from './store-under-test.ts';

let store: StoreUnderTest;
beforeAll(async () => {
  store = await startStoreUnderTest();
});
afterAll(() => store[Symbol.asyncDispose]());

const path = `/${bucket}/signed`;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const put = (body: string, payload: string, headers = {}) => ({
  method: 'PUT',
  path,
  body,
  payload,
  headers: { 'content-length': String(body.length), ...headers },
});

describe('A signed request', () => {
  it('is taken from the one who has the secret, and from nobody else', async () => {
    const command = new PutObjectCommand({ Bucket: bucket, Key: 'signed', Body: 'x' });
    const by = (settings: object) =>
      refusalOf(clientOf(store.endpoint, { credentials: { ...credentials, ...settings } }).send(command));
    await store.client.send(command);
    expect(await by({ secretAccessKey: 'other' })).toBe('403 SignatureDoesNotMatch');
    expect(await by({ accessKeyId: 'OTHER' })).toBe('403 InvalidAccessKeyId');
    expect(await by({ sessionToken: 'token' })).toBe('400 InvalidToken');
    const unsigned = clientOf(store.endpoint, { signer: { sign: async (request) => request } });
    expect(await refusalOf(unsigned.send(new GetObjectCommand({ Bucket: bucket, Key: 'signed' })))).toBe(
      '403 AccessDenied',
    );
  });

  it('is refused when nothing of it is signed, whatever the method', async () => {
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']) {
      expect(await send(store.endpoint, { method, path }, {})).toBe('403 AccessDenied');
      expect(await send(store.endpoint, { method, path: '/' }, {})).toBe('403 AccessDenied');
    }
  });

  it('is refused when it was signed more than 15 minutes from now', async () => {
    for (const minutes of [-16, 16]) {
      const signedAt = new Date(Date.now() + minutes * 60_000);
      const headers = await signedHeaders(store.endpoint, { path }, { signedAt });
      expect(await send(store.endpoint, { path }, headers)).toBe('403 RequestTimeTooSkewed');
    }
    const signedAt = new Date(Date.now() - 14 * 60_000);
    expect(
      await send(store.endpoint, { path }, await signedHeaders(store.endpoint, { path }, { signedAt })),
    ).toBe('200');
  });

  it('is refused when anything that was signed is another', async () => {
    const headers = await signedHeaders(store.endpoint, { path, query: { 'list-type': '2' } });
    expect(await send(store.endpoint, { path }, headers)).toBe('403 SignatureDoesNotMatch');
    const changed = { path, query: { 'list-type': '3' } };
    expect(await send(store.endpoint, changed, headers)).toBe('403 SignatureDoesNotMatch');
    const fine = await signedHeaders(store.endpoint, { path });
    expect(await send(store.endpoint, { path }, { ...fine, host: 'evil.test' })).toBe(
      '403 SignatureDoesNotMatch',
    );
    expect(await send(store.endpoint, { path }, { ...fine, 'x-amz-checksum-mode': 'ENABLED' })).toBe(
      '403 AccessDenied',
    );
    expect(await send(store.endpoint, { path: `/${bucket}/other` }, fine)).toBe('403 SignatureDoesNotMatch');
    expect(await send(store.endpoint, { path }, fine)).toBe('200');
  });

  it('is refused when its header is none', async () => {
    const fine = await signedHeaders(store.endpoint, { path });
    for (const authorization of [
      'Bearer x',
      'AWS4-HMAC-SHA256',
      'AWS4-HMAC-SHA256 Credential=a, Signature=b',
      '',
    ]) {
      expect(await send(store.endpoint, { path }, { ...fine, authorization })).toBe(
        '400 AuthorizationHeaderMalformed',
      );
    }
    const elsewhere = await signedHeaders(store.endpoint, { path }, { region: 'us-east-1' });
    expect(await send(store.endpoint, { path }, elsewhere)).toBe('400 AuthorizationHeaderMalformed');
    const both = { path, query: { 'X-Amz-Algorithm': 'AWS4-HMAC-SHA256' } };
    expect(await send(store.endpoint, both, fine)).toBe('400 InvalidArgument');
  });

  it('has the body that was signed', async () => {
    expect(await sendSigned(store.endpoint, put('text', sha256('text')))).toBe('200');
    expect(await sendSigned(store.endpoint, put('text', 'UNSIGNED-PAYLOAD'))).toBe('200');
    expect(await sendSigned(store.endpoint, put('text', sha256('other')))).toBe(
      '400 XAmzContentSHA256Mismatch',
    );
    expect(await sendSigned(store.endpoint, put('text', 'nothing'))).toBe('400 InvalidArgument');
    expect(await sendSigned(store.endpoint, put('text', 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD'))).toBe(
      '501 NotImplemented',
    );
  });

  it('tells the length of its body', async () => {
    const chunked = { ...put('text', sha256('text')), headers: { 'transfer-encoding': 'chunked' } };
    expect(await sendSigned(store.endpoint, chunked)).toBe('411 MissingContentLength');
    const tooLarge = put('', 'UNSIGNED-PAYLOAD', { 'content-length': String(5 * 1024 ** 3 + 1) });
    const headers = await signedHeaders(store.endpoint, tooLarge);
    const answer = await new Promise((resolve) => {
      send(store.endpoint, { ...tooLarge, body: 'x' }, headers).then(resolve, resolve);
    });
    expect(answer).toBe('400 EntityTooLarge');
  });

  it('of a method or operation that is not done here is refused', async () => {
    expect(await sendSigned(store.endpoint, { method: 'PATCH', path })).toBe('405 MethodNotAllowed');
    const requests: PlainRequest[] = [
      { path: '/' },
      { path: `/${bucket}` },
      { path: `/${bucket}`, query: { acl: '' } },
      { path, query: { acl: '' } },
      { method: 'PUT', path: `/${bucket}` },
      { method: 'DELETE', path: `/${bucket}` },
      { method: 'POST', path },
    ];
    for (const request of requests) {
      expect(await sendSigned(store.endpoint, request)).toBe('501 NotImplemented');
    }
  });
});
