import { describe, expect, it } from 'vitest';
import { textTable } from '../../../../infra/operator/terminal/text-table.ts';
import { visible, visibleJson, visibleLines } from '../../../../infra/operator/terminal/visible-text.ts';

describe('D21 text of others on a terminal', () => {
  it.each([
    ['a command', '\u001b[2J', '\\u001b[2J'],
    ['a turned direction', 'a\u202eb\u2066c', 'a\\u202eb\\u2066c'],
    ['a separator of lines', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['spaces without width', 'A\u200bG\ufeffL\u00ad', 'A\\u200bG\\ufeffL\\u00ad'],
    ['a tag beyond the first plane', 'a\u{e0041}b', 'a\\udb40\\udc41b'],
  ])('shows %s', (_, text, shown) => {
    expect(visible(text)).toBe(shown);
    const json = visibleJson({ text });
    expect(json).toContain(shown.slice(1, -1));
    expect(JSON.parse(json)).toEqual({ text });
  });

  it('shows it in tables, whose columns stay below each other', () => {
    const rows = [
      ['a\u001b[2J', 'b\nc'],
      ['longer than it', 'd'],
    ];
    expect(textTable(['ONE', 'TWO'], rows).split('\n')).toEqual([
      'ONE             TWO',
      'a\\u001b[2J      b\\u000ac',
      'longer than it  d',
    ]);
  });

  it('leaves what is to be read, and lines where they are lines', () => {
    const text = 'Zoë 世界 😀, 1–2 €';
    expect(visible(text)).toBe(text);
    expect(visibleLines('one\r\ntwo\nthr\ree')).toEqual(['one', 'two', 'thr\\u000dee']);
    expect(visibleJson({ one: 1 }, 2)).toBe('{\n  "one": 1\n}');
  });
});
