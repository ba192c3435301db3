import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { dataFilesIn } from '../../../../infra/local/files/data-files.ts';
import { consuming, numbered, soon, sourceOf, streamHouse } from './streams-under-test.ts';

describe('after a restart', () => {
  it('the changes that came meanwhile are delivered, and none twice', async () => {
    const house = await streamHouse('orders');
    const first = await consuming(house, [sourceOf('orders')]);
    await house.put('orders', 'one');
    await expect.poll(first.delivered, soon).toEqual(['one']);
    await first.close();
    await house.put('orders', 'two', 'three');

    const second = await consuming(house, [sourceOf('orders')]);

    await expect.poll(second.delivered, soon).toEqual(['two', 'three']);
  });

  it('a batch that was under way is delivered again', async () => {
    const house = await streamHouse('orders');
    const first = await consuming(house, [sourceOf('orders')], { answer: () => new Promise(() => {}) });
    await house.put('orders', 'one');
    await expect.poll(first.delivered, soon).toEqual(['one']);
    await first.close();

    const second = await consuming(house, [sourceOf('orders')]);

    await expect.poll(second.delivered, soon).toEqual(['one']);
  });

  it('changes that came before the first was delivered are not lost', async () => {
    const house = await streamHouse('orders');
    await (await consuming(house, [sourceOf('orders')])).close();
    await house.put('orders', 'one');

    const second = await consuming(house, [sourceOf('orders')]);

    await expect.poll(second.delivered, soon).toEqual(['one']);
  });

  it('a stream whose records are gone is read from its oldest', async () => {
    const house = await streamHouse('orders');
    const first = await consuming(house, [sourceOf('orders')]);
    await house.put('orders', ...numbered(3));
    await expect.poll(first.delivered, soon).toEqual(numbered(3));
    await first.close();
    // As with a database that was restored from before.
    const { streamsFile } = dataFilesIn(house.directory);
    await writeFile(
      streamsFile,
      (await readFile(streamsFile, 'utf8')).replace('"after": "3"', '"after": "300"'),
    );

    const second = await consuming(house, [sourceOf('orders')]);

    await expect.poll(second.delivered, soon).toEqual(numbered(3));
  });

  it('damaged positions are an error that names their file', async () => {
    const house = await streamHouse('orders');
    const { streamsFile } = dataFilesIn(house.directory);
    await writeFile(streamsFile, '{"Changes of orders":');
    await expect(consuming(house, [sourceOf('orders')])).rejects.toThrow(streamsFile);
  });
});
