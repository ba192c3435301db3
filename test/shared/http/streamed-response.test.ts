import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gatewayEvent } from '../../../shared/http/gateway-event.ts';
import { streamText } from '../../../shared/http/streamed-response.ts';
import { gatewayEventOf } from '../../support/gateway-event-of.ts';

const accepting = (encodings?: string) => {
  const request = encodings === undefined ? {} : { headers: { 'Accept-Encoding': encodings } };
  return gatewayEvent.parse(gatewayEventOf({ path: '/', ...request }, '/', {}));
};
const encodingFor = (encodings?: string) =>
  streamText(['x'], accepting(encodings)).headers['content-encoding'];

describe('streamText', () => {
  it.each(['gzip', 'deflate, gzip;q=0.5', 'GZIP', '*', '*;q=0.1', 'br;q=0,gzip ; q=1'])(
    'compresses for clients that accept %s',
    (encodings) => expect(encodingFor(encodings)).toBe('gzip'),
  );

  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000', '*;q=0', 'gzip;q=0, *', 'xgzip'])(
    'does not compress for clients that accept %s',
    (encodings) => expect(encodingFor(encodings)).toBeUndefined(),
  );

  it('sends the pieces as one text, plain and compressed', async () => {
    const pieces = ['{"name":"', 'Ō 📮', '"}'];
    expect((await buffer(streamText(pieces, accepting()).body)).toString()).toBe(pieces.join(''));
    const { headers, body } = streamText(pieces, accepting('gzip'));
    expect(headers.vary).toBe('accept-encoding');
    expect(gunzipSync(await buffer(body)).toString()).toBe(pieces.join(''));
  });

  it.each(['identity', 'gzip'])('breaks off where a piece cannot be made (%s)', async (encodings) => {
    function* failing() {
      yield 'x';
      throw new Error('no more');
    }
    await expect(buffer(streamText(failing(), accepting(encodings)).body)).rejects.toThrow('no more');
  });
});
