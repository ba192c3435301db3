import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  maxLineBytes,
  parseLine,
  readImportLines,
  UnreadableImport,
} from '../../../../shared/data-access/importing/import-lines.ts';
import { heldMegabytes } from '../../../support/processes/megabytes.ts';

const inChunksOf = async function* (size: number, bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
};

const linesOf = (input: AsyncIterable<Uint8Array>) => Array.fromAsync(readImportLines('file', input));

const read = async (bytes: Uint8Array, chunkSize = 65_536) => {
  const lines = await linesOf(inChunksOf(chunkSize, bytes));
  return lines.map(({ line, bytes: content }) => [line, content && Buffer.from(content).toString()]);
};

describe('reading the lines of an import', () => {
  it.each([1, 2, 3, 7, 65_536])('finds the same lines in chunks of %i bytes', async (chunkSize) => {
    const text = '{"a":1}\r\n\n{"ä":"日本"}\n{"last":true}';
    expect(await read(Buffer.from(text), chunkSize)).toEqual([
      [1, '{"a":1}'],
      [2, ''],
      [3, '{"ä":"日本"}'],
      [4, '{"last":true}'],
    ]);
  });

  it.each<[string, Uint8Array, readonly unknown[]]>([
    ['gzip', gzipSync('one\ntwo\n'), ['one', 'two']],
    ['joined gzip files', Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]), ['one', 'two']],
    ['an empty file', Buffer.alloc(0), []],
    ['a file of one byte', Buffer.from('x'), ['x']],
  ])('reads %s in chunks of any size', async (_what, bytes, expected) => {
    for (const chunkSize of [1, 65_536])
      expect(await read(bytes, chunkSize)).toEqual(expected.map((text, index) => [index + 1, text]));
  });

  it.each(['\n', '\r\n'])(
    'keeps a line of the maximum length, but drops a line that is one byte longer',
    async (end) => {
      const maxLine = 'x'.repeat(maxLineBytes);
      const lines = await read(Buffer.from(`${maxLine}${end}${maxLine}x${end}after${end}`), 10_000);
      expect(lines).toEqual([
        [1, maxLine],
        [2, undefined],
        [3, 'after'],
      ]);
    },
  );

  it('buffers at most the maximum length of a line that does not end', async () => {
    const before = heldMegabytes();
    let maxMegabytes = 0;
    const endless = async function* () {
      for (let megabyte = 0; megabyte < 60; megabyte += 1) {
        if (megabyte % 20 === 19) maxMegabytes = Math.max(maxMegabytes, heldMegabytes() - before);
        yield Buffer.alloc(1_048_576, 'x');
      }
    };
    const lines = await linesOf(endless());
    expect(lines).toEqual([{ source: 'file', line: 1, bytes: undefined }]);
    expect(maxMegabytes).toBeLessThan(20);
  });

  const random = Array.from({ length: 5_000 }, (_, line) => `line ${line} ${Math.random()}`).join('\n');

  it.each([
    ['after the last line that was read', gzipSync(random).subarray(0, -100), ' past line [1-9]\\d*'],
    ['before the end of the first line', gzipSync('line 1\n').fill(0xff, 10), ''],
  ])('says that a gzip file is damaged %s', async (_where, damaged, place) => {
    const reading = read(damaged);
    await expect(reading).rejects.toThrow(UnreadableImport);
    const message = `^file cannot be read${place}: the gzip file is damaged or incomplete \\(`;
    await expect(reading).rejects.toThrow(new RegExp(message));
  });

  it.each([
    ['a\n\nb\n', undefined],
    ['a\nb\nc\r\n', undefined],
    ['twelve\nby\nte', undefined],
    ['a\n\nb\n\n', ' past line 3: an import may have at most 3 lines'],
    ['a\nb\nc\nd', ' past line 3: an import may have at most 3 lines'],
    ['thirteen bytes', ': an import may have at most 12 bytes when decompressed'],
  ])('compares %j with the limits of a file', async (text, reason) => {
    const input = inChunksOf(5, Buffer.from(text));
    const reading = Array.fromAsync(readImportLines('file', input, { bytes: 12, lines: 3 }));
    if (reason === undefined) expect(await reading).toHaveLength(3);
    else await expect(reading).rejects.toThrow(`file cannot be read${reason}`);
  });

  it('stops at the line limit in a small file that decompresses to a large one', async () => {
    const small = gzipSync(Buffer.alloc(100_001, '\n'));
    expect(small.length).toBeLessThan(1_000);
    let last = 0;
    const limits = { bytes: 1_000_000, lines: 100_000 };
    const reading = async () => {
      for await (const { line } of readImportLines('file', inChunksOf(65_536, small), limits)) last = line;
    };
    await expect(reading()).rejects.toThrow(
      /^file cannot be read past line 100000: an import may have at most 100,000 lines$/,
    );
    expect(last).toBe(100_000);
  });

  it.each([
    ['an input', Buffer.from('one\n'), 'past line 1: EIO'],
    ['a compressed input', gzipSync('one\n').subarray(0, 12), 'EIO'],
  ])('fails with the read error of %s', async (_what, bytes, message) => {
    const broken = async function* () {
      yield bytes;
      throw new Error('EIO');
    };
    await expect(linesOf(broken())).rejects.toThrow(message);
  });
});

const parse = (text: string) => parseLine(Buffer.from(text));

describe('parsing a line of an import', () => {
  it.each<[string, unknown]>([
    [' {"a":[1,"ü"]} ', { value: { a: [1, 'ü'] } }],
    ['\ufeff{}', { value: {} }],
    ['{"a":"\\ud83d\\ude00"}', { value: { a: '😀' } }],
    ['{"a":"\\\\ud83d"}', { value: { a: '\\ud83d' } }],
    ...['\ufeff', '', ' ', '\t'].map((text): [string, unknown] => [text, undefined]),
  ])('accepts %j', (text, expected) => {
    expect(parse(text)).toEqual(expected);
  });

  it.each(['{', "{'a':1}", '{"a":1},', 'NaN', '{"a":\u0000}'])('rejects %j as not JSON', (text) => {
    expect(parse(text)).toMatchObject({ bad: expect.stringMatching(/^not JSON: /) });
  });

  it('rejects invalid UTF-8 and lone surrogates, which the store cannot keep', () => {
    expect(parseLine(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ bad: 'not UTF-8' });
    expect(parse('{"a":["\\ud83d"]}')).toHaveProperty('bad');
    expect(parse('{"\\uDE00":1}')).toHaveProperty('bad');
  });

  it('rejects a line that was dropped because of its length', () => {
    expect(parseLine(undefined)).toMatchObject({ bad: expect.stringContaining('409600') });
  });
});
