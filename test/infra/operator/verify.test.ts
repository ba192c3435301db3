import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import type { Manifest } from '../../../shared/data-access/publishing/manifest.ts';
import { mapPointerKey } from '../../../shared/domain/publication/object-keys.ts';
import { aCapability, postOffices } from '../../support/networks/network-records.ts';
import { manifestIn, networkOf, publishNetwork } from '../../support/networks/publish-network.ts';
import { startOperatorStack } from '../../support/stack/operator-stack.ts';
import { runWaypost } from '../../support/stack/run-waypost.ts';

const stack = await startOperatorStack();
afterAll(() => stack.close());

const verify = (...args: readonly string[]) =>
  runWaypost(['verify', ...args, '--data-dir', stack.dataDirectory]);

const names = [
  ...['catalogue.bin', 'words.bin', 'place-names.bin', 'places.json'],
  ...['json', 'ndjson', 'csv', 'geojson'].map((format) => `workcentres.${format}.gz`),
  ...['changes', 'removed', 'no-changes'].map((name) => `${name}.ndjson.gz`),
  ...['files.json', 'history.json'],
];

describe('waypost verify', () => {
  it('reports that nothing is published', async () => {
    expect(await verify()).toEqual({ status: 1, stdout: '', stderr: 'waypost: nothing is published yet\n' });
  });

  describe('of a published network', () => {
    let manifest: Manifest;
    const published = new Map<string, Uint8Array>();
    beforeAll(async () => {
      await publishNetwork(stack.bucket, networkOf(postOffices(20), [aCapability(1), aCapability(2)]));
      manifest = await manifestIn(stack.bucket);
      for (const key of ['manifest.json', mapPointerKey, ...names.map(keyOf)])
        published.set(key, await stack.bucket.get(key));
    });
    afterEach(async () => {
      for (const [key, bytes] of published)
        if (!Buffer.from(bytes).equals(await stack.bucket.get(key))) await stack.bucket.put(key, bytes);
    });
    const keyOf = (name: string) =>
      name === 'places.json'
        ? `public/map/places-${manifest.version}.json`
        : `versions/${manifest.version}/${name}`;
    const namesIn = (stdout: string, line: RegExp) =>
      [...stdout.matchAll(line)].map(([, name = '']) => name.replace(`-${manifest.version}`, ''));
    const changeManifest = (changes: Partial<Manifest>) =>
      stack.bucket.put('manifest.json', JSON.stringify({ ...manifest, ...changes }));

    it('checks every file of the version and exits with 0', async () => {
      const { status, stdout, stderr } = await verify();
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const lines = stdout.trimEnd().split('\n');
      expect(namesIn(stdout, /^ok +(\S+) /gm)).toEqual(names);
      for (const line of lines) expect(line).toMatch(/^ok {7}.{1,71}$/);
      expect(lines[0]).toMatch(/ 20 records +[\d.]+ kB$/);
      const { version, isWhole, files } = JSON.parse((await verify('--json')).stdout);
      expect({ version, isWhole }).toEqual({ version: manifest.version, isWhole: true });
      const stored = (await stack.bucket.keys()).filter((key) => key.includes(manifest.version));
      const checked = files.map(({ key }: { key: string }) => key);
      // The copy of the manifest is needed only for rollbacks.
      expect([...checked, keyOf('manifest.json')].sort()).toEqual(stored.sort());
    });

    const flipMiddle = (bytes: Uint8Array): Uint8Array => {
      const middle = bytes.length >> 1;
      return bytes.with(middle, (bytes[middle] ?? 0) ^ 1);
    };
    test.for([
      { how: 'one changed file', damaged: ['workcentres.csv.gz'], change: flipMiddle },
      { how: 'every changed file', damaged: names, change: flipMiddle },
      { how: 'every truncated file', damaged: names, change: (bytes: Uint8Array) => bytes.subarray(0, -1) },
    ])('reports $how, checks the other files, and exits with 1', async ({ damaged, change }) => {
      for (const name of damaged)
        await stack.bucket.put(keyOf(name), change(await stack.bucket.get(keyOf(name))));
      const { status, stdout, stderr } = await verify();
      expect(status).toBe(1);
      expect(namesIn(stdout, /^DIFFERS {2}(\S+) /gm)).toEqual(damaged);
      expect(stdout.match(/^ok /gm) ?? []).toHaveLength(names.length - damaged.length);
      expect(stderr).toContain(`waypost: version ${manifest.version} is damaged: `);
    });

    it('reports a missing file', async () => {
      const { full } = manifest;
      const missing = { ...full.exports.csv, key: keyOf('gone.csv.gz') };
      await changeManifest({ full: { ...full, exports: { ...full.exports, csv: missing } } });
      const stderr = expect.stringContaining(`${missing.key} is missing`);
      expect(await verify()).toMatchObject({ status: 1, stderr });
    });

    it('reports a map pointer that was not moved to the version', async () => {
      const pointer = JSON.parse(Buffer.from(await stack.bucket.get(mapPointerKey)).toString());
      const older = { ...pointer, version: '20200101T000000000Z-000000' };
      for (const content of [JSON.stringify(older), 'damaged']) {
        await stack.bucket.put(mapPointerKey, content);
        const { status, stdout, stderr } = await verify();
        expect(namesIn(stdout, /^ok +(\S+) /gm)).toEqual(names);
        const message = `waypost: the portal's map does not show version ${manifest.version} (${mapPointerKey})`;
        expect({ status, stderr }).toEqual({
          status: 1,
          stderr: `${message}. The next scheduled run updates it\n`,
        });
      }
    });

    it('compares the number of records with the manifest', async () => {
      const counts = { ...manifest.counts, locations: 22 };
      await changeManifest({ full: { ...manifest.full, locations: 21 }, counts });
      const { status, stdout } = await verify('--json');
      const { isWhole, files } = JSON.parse(stdout);
      expect({ status, isWhole }).toEqual({ status: 1, isWhole: false });
      const differences = files.flatMap(({ difference }: { difference?: string }) => difference ?? []);
      expect(differences).toContain(`${keyOf('workcentres.csv.gz')} has 20 of 21 records`);
      expect(differences).toContain(`${keyOf('catalogue.bin')} has 20 of 22 records`);
    });

    it('explains how to replace an unreadable manifest', async () => {
      await stack.bucket.put('manifest.json', '{bad');
      const stderr = expect.stringMatching(
        /^waypost: the manifest is invalid: ✖ not JSON.*. To replace it: waypost publish --force --data-dir \S+\n$/,
      );
      expect(await verify()).toMatchObject({ status: 1, stderr });
    });
  });
});
