import type { ChangeCounts } from './publication.ts';

/** Change of one location between two versions. */
export interface Change {
  readonly code: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** For a removed location, the time when the first version without it was generated (ISO 8601, UTC). */
  readonly removedAt?: string;
}

export const changeKinds = ['added', 'changed', 'removed'] as const;

export const countChanges = (changes: readonly Change[]): ChangeCounts => {
  const counts = { added: 0, changed: 0, removed: 0 };
  for (const { kind } of changes) counts[kind]++;
  return counts;
};

/**
 * Combines two consecutive lists of changes, each ordered by code. A location that was added in the first and removed
 * in the second is omitted.
 */
export const joinChanges = (earlier: readonly Change[], later: readonly Change[]): Change[] => {
  const joined: Change[] = [];
  let next = 0;
  for (const change of earlier) {
    let following = later[next];
    for (; following && following.code < change.code; following = later[++next]) joined.push(following);
    if (following?.code !== change.code) joined.push(change);
    else {
      next++;
      joined.push(...followedBy(change, following));
    }
  }
  return [...joined, ...later.slice(next)];
};

const followedBy = (earlier: Change, later: Change): Change[] => {
  const existedBefore = earlier.kind !== 'added';
  if (later.kind === 'removed') return existedBefore ? [later] : [];
  return [{ code: later.code, kind: existedBefore ? 'changed' : 'added' }];
};
