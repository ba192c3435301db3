import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type ImportLine,
  maxLineBytes,
  parseLine,
  readImportLines,
  UnreadableImport,
} from '../../../../shared/data-access/importing/import-lines.ts';
import { heldMegabytes } from '../../../support/processes/held-megabytes.ts';

const inChunksOf = async function* (size: number, bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
};

const linesOf = async (input: AsyncIterable<Uint8Array>) => {
  const lines: ImportLine[] = [];
  for await (const line of readImportLines('file', input)) lines.push(line);
  return lines;
};

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

  it.each([1, 65_536])('knows gzip by its first bytes, in chunks of %i bytes', async (chunkSize) => {
    expect(await read(gzipSync('one\ntwo\n'), chunkSize)).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  it('reads gzip files that were joined', async () => {
    const joined = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    expect(await read(joined)).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  it('finds no line in an empty file', async () => {
    expect(await read(Buffer.alloc(0))).toEqual([]);
  });

  it('takes a file of one byte', async () => {
    expect(await read(Buffer.from('x'))).toEqual([[1, 'x']]);
  });

  it.each(['\n', '\r\n'])('keeps the longest line there may be, and not one byte more', async (end) => {
    const longest = 'x'.repeat(maxLineBytes);
    const lines = await read(Buffer.from(`${longest}${end}${longest}x${end}after${end}`), 10_000);
    expect(lines).toEqual([
      [1, longest],
      [2, undefined],
      [3, 'after'],
    ]);
  });

  it('holds no more than a line allows of one that does not end', async () => {
    const before = heldMegabytes();
    let most = 0;
    const endless = async function* () {
      for (let megabyte = 0; megabyte < 200; megabyte += 1) {
        if (megabyte % 20 === 19) most = Math.max(most, heldMegabytes() - before);
        yield Buffer.alloc(1_048_576, 'x');
      }
    };
    const lines = await linesOf(endless());
    expect(lines).toEqual([{ source: 'file', line: 1, bytes: undefined }]);
    expect(most).toBeLessThan(20);
  });

  it('says how far it came in a gzip file that is cut off', async () => {
    const whole = gzipSync(
      Array.from({ length: 50_000 }, (_, line) => `line ${line} ${Math.random()}`).join('\n'),
    );
    await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow(UnreadableImport);
    await expect(read(whole.subarray(0, whole.length / 2))).rejects.toThrow(
      /^file cannot be read past line [1-9]\d*: the gzip file is damaged or incomplete \(unexpected end of file\)$/,
    );
  });

  it('names no line of a gzip file that is damaged before its first', async () => {
    const damaged = gzipSync('line 1\n').fill(0xff, 10);
    await expect(read(damaged)).rejects.toThrow(
      /^file cannot be read: the gzip file is damaged or incomplete/,
    );
  });

  const limits = { bytes: 12, lines: 3 };
  const readWithin = async (text: string) => {
    const lines: number[] = [];
    for await (const { line } of readImportLines('file', inChunksOf(5, Buffer.from(text)), limits))
      lines.push(line);
    return lines;
  };

  it.each(['a\n\nb\n', 'a\n\nb', 'a\nb\nc\r\n'])(
    'takes %j, which has as many lines as it may',
    async (text) => {
      expect(await readWithin(text)).toEqual([1, 2, 3]);
    },
  );

  it.each(['a\n\nb\n\n', 'a\nb\nc\nd'])('refuses %j, which has a line too many', async (text) => {
    await expect(readWithin(text)).rejects.toThrow(
      'file cannot be read past line 3: it has more than 3 lines',
    );
  });

  it('refuses a file of too many bytes, however it is split into lines', async () => {
    expect(await readWithin('twelve\nbytes')).toEqual([1, 2]);
    await expect(readWithin('thirteen bytes')).rejects.toThrow(
      'file cannot be read: it has more than 12 bytes',
    );
  });

  it('reads no more of a small file that unpacks to many lines than it may have', async () => {
    const small = gzipSync(Buffer.alloc(5_000_001, '\n'));
    expect(small.length).toBeLessThan(10_000);
    let last = 0;
    const reading = async () => {
      for await (const { line } of readImportLines('file', inChunksOf(65_536, small))) last = line;
    };
    await expect(reading()).rejects.toThrow(
      /^file cannot be read past line 5000000: it has more than 5,000,000 lines$/,
    );
    expect(last).toBe(5_000_000);
  });

  it('passes on that the input broke', async () => {
    const broken = async function* () {
      yield Buffer.from('one\n');
      throw new Error('EIO');
    };
    await expect(linesOf(broken())).rejects.toThrow('past line 1: EIO');
  });

  it('passes on that a compressed input broke', async () => {
    const broken = async function* () {
      yield gzipSync('one\n').subarray(0, 12);
      throw new Error('EIO');
    };
    await expect(linesOf(broken())).rejects.toThrow('EIO');
  });
});

const parse = (text: string) => parseLine(Buffer.from(text));

describe('parsing a line of an import', () => {
  it('takes any JSON value', () => {
    expect(parse(' {"a":[1,"ü"]} ')).toEqual({ value: { a: [1, 'ü'] } });
  });

  it('passes over a byte order mark', () => {
    expect(parse('\ufeff{}')).toEqual({ value: {} });
    expect(parse('\ufeff')).toBeUndefined();
  });

  it.each(['', ' ', '\t'])('skips the blank line %j', (text) => {
    expect(parse(text)).toBeUndefined();
  });

  it.each(['{', "{'a':1}", '{"a":1},', 'NaN', '{"a":\u0000}'])('refuses %j as not JSON', (text) => {
    expect(parse(text)).toMatchObject({ bad: expect.stringMatching(/^not JSON: /) });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parseLine(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ bad: 'not UTF-8' });
  });

  it('refuses half a character, which no store keeps', () => {
    expect(parse('{"a":["\\ud83d"]}')).toHaveProperty('bad');
    expect(parse('{"\\uDE00":1}')).toHaveProperty('bad');
    expect(parse('{"a":"\\ud83d\\ude00"}')).toEqual({ value: { a: '😀' } });
    expect(parse('{"a":"\\\\ud83d"}')).toEqual({ value: { a: '\\ud83d' } });
  });

  it('refuses a line that was too long to keep', () => {
    expect(parseLine(undefined)).toMatchObject({ bad: expect.stringContaining('409600') });
  });
});
