import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readStoredText } from '../../../../../shared/data-access/publishing/export-file.ts';
import { openTextUpload } from '../../../../../shared/data-access/publishing/writing/text-upload.ts';
import { forkStore } from '../../../../infra/local/object-store/forked-store.ts';
import { bucket, clientOf } from '../../../../infra/local/object-store/store-under-test.ts';
import { heldMegabytes } from '../../../../support/processes/held-megabytes.ts';
import { incompressibleLines } from './text-under-test.ts';

// 120 MB of text, 90 MB or 18 parts as stored: gzip does not look back as far as these lines repeat.
const lines = incompressibleLines(10);
const rounds = 12;
const mostHeldMegabytes = 40;

describe('120 MB of text', () => {
  it('are stored and read back with a few parts in memory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'object-store-'));
    const store = await forkStore(directory);
    const client = clientOf(store.endpoint);
    const published = { client, bucket };
    const before = heldMegabytes();
    const held: number[] = [];

    const file = openTextUpload(published, { key: 'large', contentType: 'text/plain' });
    for (let round = 0; round < rounds; round++) {
      for (const line of lines) await file.write(`${line}\n`);
      held.push(heldMegabytes() - before);
    }
    const stored = await file.end();
    expect(stored.contentBytes).toBeGreaterThan(120_000_000);
    expect(stored.bytes).toBeGreaterThan(85_000_000);

    let read = 0;
    for await (const _line of readStoredText(published, stored)) {
      if (read++ % 200 === 0) held.push(heldMegabytes() - before);
    }
    expect(read).toBe(rounds * lines.length);
    expect(Math.max(...held)).toBeLessThan(mostHeldMegabytes);

    client.destroy();
    await store.kill();
    await rm(directory, { recursive: true });
  });
});
