import { rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { DamagedState } from '../../../../infra/local/state.ts';
import { newDirectory } from '../new-directory.ts';
import { forkStore } from './forked-store.ts';
import { callsOf, clientOf, errorOf, filesOf, startStoreUnderTest } from './store-under-test.ts';

let directory: string;
beforeEach(async () => {
  directory = await newDirectory();
});

const start = () => startStoreUnderTest({ directory });

describe('A restarted store', () => {
  it('keeps its objects and removes incomplete uploads', async () => {
    const previous = await start();
    const described = { ContentType: 'text/plain', Metadata: { a: 'b' } };
    const { ETag } = await previous.put('kept/é', 'kept', described);
    await previous.stop();
    const kept = await filesOf(directory);
    await writeFile(join(directory, 'objects', '0f0e0d0c-0b0a-4908-8706-050403020100'), 'half an obj');

    await using store = await start();
    const read = await store.get('kept/é');
    expect(await read.Body?.transformToString()).toBe('kept');
    expect(read).toMatchObject({ ETag, ...described });
    expect(await filesOf(directory)).toEqual(kept);
  });

  it('reports that another process has locked the records', async () => {
    await (await start()).stop();
    using other = new DatabaseSync(join(directory, 'state.sqlite'));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await expect(start()).rejects.toThrow(/Another program has .*state.sqlite locked/);
  });

  it('refuses to start with damaged records (G13)', async () => {
    await (await start()).stop();
    await writeFile(join(directory, 'state.sqlite'), 'not a database at all, but text '.repeat(200));
    await expect(start()).rejects.toThrow(DamagedState);
    await expect(start()).rejects.toThrow(directory);
  });

  it('is empty if the contents folder was replaced with an empty one', async () => {
    const previous = await start();
    await previous.put('gone');
    await previous.stop();
    await rm(join(directory, 'objects'), { recursive: true });
    await using store = await start();
    expect(await errorOf(store.get('gone'))).toBe('404 NoSuchKey');
    await store.put('gone', 'back', { IfNoneMatch: '*' });
  });

  it('refuses to start if the contents folder reappears after a start without it', async () => {
    const first = await start();
    await first.put('kept');
    await first.stop();
    await rename(join(directory, 'objects'), join(directory, 'unmounted'));
    const second = await start();
    await second.stop();
    await rm(join(directory, 'objects'), { recursive: true });
    await rename(join(directory, 'unmounted'), join(directory, 'objects'));
    const files = await filesOf(directory);
    await expect(start()).rejects.toThrow(/does not belong to the objects recorded in state.sqlite/);
    expect(await filesOf(directory)).toEqual(files);
    expect(files).toHaveLength(1);
  });
});

describe('Damaged contents', () => {
  it.each([
    ['missing', (file: string) => rm(file)],
    ['truncated', (file: string) => truncate(file, 2)],
  ])('cause a logged error while they are %s (G13)', async (_, damage) => {
    await using store = await start();
    await store.put('kept');
    const [file = ''] = await filesOf(directory);
    await store.put('other');
    await damage(file);
    expect(await errorOf(store.get('kept'))).toBe('500 InternalError');
    expect(store.log.filter((line) => line.includes(`Restore ${file} from a copy`))).toHaveLength(1);
    expect(await store.textOf('other')).toBe('other');
    await store.put('kept');
    expect(await store.textOf('kept')).toBe('kept');
  });
});

it('A full disk leaves the previous object, and no part of the new one (G12)', async () => {
  await using store = await forkStore(directory, { isFull: true });
  const client = clientOf(store.endpoint);
  const { put, textOf } = callsOf(client);
  await put('kept', 'previous');
  const before = await filesOf(directory);
  expect(await errorOf(put('kept', Buffer.alloc(1024 ** 2)))).toBe('503 ServiceUnavailable');
  expect(await filesOf(directory)).toEqual(before);
  expect(await textOf('kept')).toBe('previous');
  await put('kept', 'newer');
  client.destroy();
});

it('A store killed during writes keeps every acknowledged object, and no partial object (F10, G11)', async () => {
  const acknowledged = new Map<string, string>();
  for (let life = 0; life < 3; life += 1) {
    await using store = await forkStore(directory);
    const client = clientOf(store.endpoint);
    const acknowledgedNow = new Set<string>();
    const write = async (name: string) => {
      for (let turn = 0; ; turn += 1) {
        const Body = `${name} ${life} ${turn} `.repeat(2000);
        await callsOf(client).put(name, Body);
        acknowledged.set(name, Body);
        acknowledgedNow.add(name);
      }
    };
    const writers = ['a', 'b', 'c', 'd'].map((name) => write(name).catch(() => undefined));
    await expect.poll(() => acknowledgedNow.size, { timeout: 60_000 }).toBe(4);
    await pause(100 + life * 60);
    await store.kill();
    await Promise.all(writers);
    client.destroy();
  }

  await using store = await start();
  for (const [key, text] of acknowledged) {
    const found = (await store.textOf(key)) ?? '';
    // The write in progress may or may not have been stored.
    const turnOf = (body: string) => body.split(' ', 3).slice(1).map(Number);
    const [[life = 0, turn = 0], [foundLife = 0, foundTurn = 0]] = [turnOf(text), turnOf(found)];
    const isNext = foundLife > life || (foundLife === life && foundTurn === turn + 1);
    expect(found === text || isNext).toBe(true);
    expect(found.split(' ').length).toBe(3 * 2000 + 1);
  }
  expect(await store.keys()).toHaveLength(4);
  expect(await filesOf(directory)).toHaveLength(4);
});
