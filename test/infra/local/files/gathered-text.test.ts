import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gatheredText } from '../../../../infra/local/files/gathered-text.ts';

describe('gathered text', () => {
  it('is all that was added, in its order, whatever it says', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 50 }), { maxLength: 20 });
    await fc.assert(
      fc.property(fc.array(texts, { maxLength: 4 }), (takes) => {
        const gathered = gatheredText();
        for (const added of takes) {
          for (const text of added) gathered.add(text);
          expect(gathered.take().toString()).toBe(added.join(''));
        }
      }),
    );
  });

  it.each(['x', 'é', '€', '😀'])(
    'is whole where it needs far more room than there was, of %s',
    (character) => {
      const gathered = gatheredText();
      const line = `${character.repeat(999)}\n`;
      for (let added = 0; added < 300; added++) gathered.add(line);
      expect(gathered.take().toString()).toBe(line.repeat(300));
    },
  );

  it('is whole where one text alone needs more room than there was', () => {
    const gathered = gatheredText();
    gathered.add('before ');
    gathered.add('€'.repeat(200_000));
    expect(gathered.take().toString()).toBe(`before ${'€'.repeat(200_000)}`);
  });

  it('waits until it is taken, and no longer', () => {
    const gathered = gatheredText();
    expect(gathered.isEmpty()).toBe(true);
    gathered.add('one');
    expect(gathered.isEmpty()).toBe(false);
    gathered.take();
    expect(gathered.isEmpty()).toBe(true);
    expect(gathered.take()).toHaveLength(0);
  });

  it('stays as it was taken while more is gathered', () => {
    const gathered = gatheredText();
    gathered.add('one');
    const taken = gathered.take();
    gathered.add('two');
    expect(taken.toString()).toBe('one');
  });
});
