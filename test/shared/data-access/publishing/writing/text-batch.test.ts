import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textBatch } from '../../../../../shared/data-access/publishing/writing/text-batch.ts';

const pieces = fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }));

describe('a batch of text', () => {
  it('flushes every piece in order, text or bytes, in batches no larger than it may be but for a long piece', async () => {
    await fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 64 }), fc.boolean(), (texts, size, asBytes) => {
        const flushed: Buffer[] = [];
        const batch = textBatch(size, (content, release) => {
          flushed.push(Buffer.from(content));
          release();
          return undefined;
        });
        for (const text of texts) void batch.add(asBytes ? Buffer.from(text) : text);
        void batch.end();
        expect(Buffer.concat(flushed).toString()).toBe(texts.join(''));
        const longest = Math.max(size, ...texts.map((text) => Buffer.byteLength(text)));
        for (const content of flushed) expect(content.length).toBeLessThanOrEqual(longest);
      }),
    );
  });

  it('does not write into memory that was not given back', () => {
    const flushed: Uint8Array[] = [];
    const batch = textBatch(4, (content) => {
      flushed.push(content);
      return undefined;
    });
    for (const text of ['aaaa', 'bbbb', 'cccc']) void batch.add(Buffer.from(text));
    void batch.end();
    expect(flushed.map((content) => Buffer.from(content).toString())).toEqual(['aaaa', 'bbbb', 'cccc']);
  });

  it('has its caller wait for all that a piece has flushed, and hear of each failure', async () => {
    const failing = textBatch(4, () => Promise.reject(new Error('no room')));
    void failing.add('a');
    await expect(failing.add('a long piece')).rejects.toThrow('no room');
  });
});
