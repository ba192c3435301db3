import { describe, expect, it } from 'vitest';
import {
  changesFileAfter,
  filesToJoin,
  nextHistory,
  type PublicationHistory,
  willKeepVersion,
} from '../../../../shared/data-access/publishing/history.ts';
import { type StoredFile, versionKeys } from '../../../../shared/data-access/publishing/manifest.ts';
import { type Change, joinChanges } from '../../../../shared/domain/publication/changes.ts';
import { versionAfter } from '../../../../shared/domain/publication/publication-version.ts';
import { seededRandom } from '../../../benchmark/network/benchmark-network.ts';

const begin = Date.UTC(2026, 10, 21);
const minute = 60_000;
const versionAt = (time: number) => versionAfter(undefined, time, 'abcdef');
const text = (content: string): StoredFile => ({ key: content, bytes: 1, sha256: content });

/** Publishes versions as the publisher does, but keeps the changes files in memory. */
const chain = (keptDays = 7) => {
  const files = new Map<string, { since: string; to: string; changes: Change[] }>();
  const versions: string[] = [];
  let history: PublicationHistory = { entries: [] };
  const publish = (time: number, changes: Change[]): string => {
    const version = versionAt(time);
    const since = versions.at(-1);
    const steps: StoredFile[] = [];
    const store = (from: string, step: Change[]) => {
      const key = versionKeys(version).changes(2 ** steps.length);
      files.set(key, { since: from, to: version, changes: step });
      steps.push({ ...text(key), key });
    };
    if (since !== undefined && changes.length > 0) {
      let last = changes;
      store(since, last);
      for (const { key } of filesToJoin(history)) {
        const before = files.get(key);
        if (!before) throw new Error(`${key} was never stored`);
        last = joinChanges(before.changes, last);
        store(before.since, last);
      }
    }
    history = nextHistory(history, { version, publishedAt: new Date(time).toISOString(), steps }, keptDays);
    versions.push(version);
    return version;
  };
  const none = text('none');
  const follow = (from: string) => {
    const taken: Change[][] = [];
    for (let version = from; version < (versions.at(-1) ?? ''); ) {
      const file = changesFileAfter(version, history, none);
      if (!file) return undefined;
      const step = files.get(file.key);
      // The newest versions have no changes.
      if (!step) break;
      taken.push(step.changes);
      version = step.to;
    }
    return taken;
  };
  return { publish, follow, versions, history: () => history };
};

describe('the path from a kept version to the newest', () => {
  it('takes at most 25 files for 1,000 changes, and leads to the same network', () => {
    const random = seededRandom(7);
    const { publish, follow, versions } = chain();
    const networks: ReadonlyMap<string, string>[] = [];
    let network = new Map<string, string>();
    const changeOne = (round: number): Change[] => {
      const code = `L${String(Math.floor(random() * 40)).padStart(2, '0')}`;
      const existed = network.has(code);
      network = new Map(network);
      if (existed && random() < 0.4) {
        network.delete(code);
        return [{ code, kind: 'removed', removedAt: `${round}` }];
      }
      network.set(code, `${round}`);
      return [{ code, kind: existed ? 'changed' : 'added' }];
    };
    for (let round = 0; round <= 1_000; round++) {
      // Every tenth run changes nothing, like a scheduled run.
      publish(begin + round * minute, round % 10 === 9 ? [] : changeOne(round));
      networks.push(network);
    }
    let maxSteps = 0;
    for (const [index, version] of versions.entries()) {
      const steps = follow(version);
      if (!steps) throw new Error(`no path leads from ${version}`);
      maxSteps = Math.max(maxSteps, steps.length);
      const followed = new Map(networks[index]);
      for (const { code, kind } of steps.flat()) {
        if (kind === 'removed') followed.delete(code);
        else followed.set(code, network.get(code) ?? 'removed later');
      }
      expect(new Set(followed.keys()), version).toEqual(new Set(network.keys()));
    }
    expect(maxSteps).toBeLessThanOrEqual(25);
    expect(maxSteps).toBeGreaterThan(5);
  });

  it('takes at most 24 files for the 4,096 changes that are kept, and does not exist for older versions', () => {
    const { publish, follow, versions, history } = chain();
    const change: Change[] = [{ code: 'L1', kind: 'changed' }];
    for (let round = 0; round <= 5_000; round++) publish(begin + round * 1_000, change);
    expect(history().entries).toHaveLength(4_097);
    expect(follow(versions[903] ?? '')).toBeUndefined();
    // Samples versions of every age, because following all of them takes too long.
    const sampled = versions
      .slice(904)
      .filter((_version, index, { length }) => index % 97 < 3 || length - index < 40);
    const counts = sampled.map((version) => follow(version)?.length ?? Number.NaN);
    expect(Math.max(...counts)).toBeLessThanOrEqual(24);
    const publishedAt = new Date(begin + 6_000_000).toISOString();
    const oldest = history().entries[0]?.version ?? '';
    expect(willKeepVersion(history(), oldest, publishedAt, 7)).toBe(false);
    expect(willKeepVersion(history(), versions[4_000] ?? '', publishedAt, 7)).toBe(true);
  });

  it('exists as long as a version is kept after it was superseded', () => {
    const { publish, follow, history } = chain(2);
    const day = 24 * 60 * minute;
    const change: Change[] = [{ code: 'L1', kind: 'changed' }];
    const first = publish(begin, change);
    const second = publish(begin + day, change);
    publish(begin + 2.5 * day, change);
    expect(follow(first)).toHaveLength(1);
    publish(begin + 3.5 * day, change);
    expect(follow(first)).toBeUndefined();
    expect(follow(second)).toHaveLength(2);
    expect(history().entries).toHaveLength(3);
  });
});

const removedAt = '2026-11-21T00:00:00.000Z';
const added = { code: 'L1', kind: 'added' } as const;
const changed = { code: 'L1', kind: 'changed' } as const;
const removed = { code: 'L1', kind: 'removed', removedAt } as const;

it.each([
  ['added, then changed: added', added, changed, [added]],
  ['added, then removed: nothing', added, removed, []],
  ['changed twice: changed', changed, changed, [changed]],
  ['changed, then removed: removed', changed, removed, [removed]],
  ['removed, then added: changed', removed, added, [changed]],
])('joined changes become one change per location: %s', (_what, earlier, later, expected) => {
  expect(joinChanges([earlier], [later])).toEqual(expected);
  const others = [
    { code: 'L0', kind: 'added' },
    { code: 'L2', kind: 'changed' },
  ] as const;
  expect(joinChanges([others[0], earlier], [later, others[1]])).toEqual([others[0], ...expected, others[1]]);
});
