import { describe, expect, it } from 'vitest';
import { parseLine } from '../../../../../shared/data-access/import/lines/parse-line.ts';

const parse = (text: string) => parseLine(Buffer.from(text));

describe('parsing a line of an import', () => {
  it('takes any JSON value', () => {
    expect(parse(' {"a":[1,"ü"]} ')).toEqual({ kind: 'value', value: { a: [1, 'ü'] } });
  });

  it('passes over a byte order mark', () => {
    expect(parse('\ufeff{}')).toEqual({ kind: 'value', value: {} });
    expect(parse('\ufeff')).toEqual({ kind: 'blank' });
  });

  it.each(['', ' ', '\t'])('skips the blank line %j', (text) => {
    expect(parse(text)).toEqual({ kind: 'blank' });
  });

  it.each(['{', "{'a':1}", '{"a":1},', 'NaN', '{"a":\u0000}'])('refuses %j as not JSON', (text) => {
    expect(parse(text)).toMatchObject({ kind: 'bad', reason: expect.stringMatching(/^not JSON: /) });
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(parseLine(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ kind: 'bad', reason: 'not UTF-8' });
  });

  it('refuses half a character, which no store keeps', () => {
    expect(parse('{"a":["\\ud83d"]}')).toMatchObject({ kind: 'bad' });
    expect(parse('{"\\uDE00":1}')).toMatchObject({ kind: 'bad' });
    expect(parse('{"a":"\\ud83d\\ude00"}')).toEqual({ kind: 'value', value: { a: '😀' } });
    expect(parse('{"a":"\\\\ud83d"}')).toEqual({ kind: 'value', value: { a: '\\ud83d' } });
  });

  it('refuses a line that was too long to keep', () => {
    expect(parseLine(undefined)).toMatchObject({ kind: 'bad', reason: expect.stringContaining('409600') });
  });
});
