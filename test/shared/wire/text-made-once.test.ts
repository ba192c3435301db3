import { expect, it, vi } from 'vitest';
import { textMadeOnce } from '../../../shared/wire/text-made-once.ts';

it('a text is made once for its record, empty or not, and for another that says the same as well', () => {
  const make = vi.fn(({ text }: { readonly text: string }) => text);
  const textOf = textMadeOnce(make);
  const [one, same, empty] = [{ text: 'one' }, { text: 'one' }, { text: '' }];
  expect([one, one, same, empty, empty].map(textOf)).toEqual(['one', 'one', 'one', '', '']);
  expect(make.mock.calls).toEqual([[one], [same], [empty]]);
});
