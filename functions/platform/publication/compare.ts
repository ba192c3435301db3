import type { LocationRecord, Network } from '../../../shared/data-access/publishing/snapshot.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { Change } from '../../../shared/domain/publication/changes.ts';
import type { DifferentRecord } from '../../../shared/domain/publication/guarded-changes.ts';

/**
 * Returns the changes between two networks, ordered by code, and the records that differ. Removed locations get the
 * time `removedAt`. A changed capability changes every location that offers it, but not the location's record.
 */
export const compareNetworks = (
  previous: Network,
  next: Network,
  removedAt: string,
): { readonly changes: readonly Change[]; readonly differences: readonly DifferentRecord[] } => {
  const services = changedServices(previous.capabilities, next.capabilities);
  const offersChanged = (text: string): boolean => {
    if (services.size === 0) return false;
    const location: Location = JSON.parse(text);
    return location.services.some(({ code }) => services.has(code));
  };
  const before = new Map<string, string>();
  for (const { code, text } of previous.records) before.set(code, text);
  const changes: Change[] = [];
  const differences: DifferentRecord[] = [];
  for (const { code, text } of next.records) {
    const textBefore = before.get(code);
    before.delete(code);
    if (textBefore === undefined) changes.push({ code, kind: 'added' });
    else if (textBefore !== text || offersChanged(text)) changes.push({ code, kind: 'changed' });
    if (textBefore !== text) differences.push({ code, before: textBefore, after: text });
  }
  for (const [code, text] of before) {
    changes.push({ code, kind: 'removed', removedAt });
    differences.push({ code, before: text, after: undefined });
  }
  changes.sort((one, other) => byCodeUnit(one.code, other.code));
  return { changes, differences };
};

/** Replaces the records of `codes` with their current versions. Records that no longer exist are removed. */
export const replaceRecords = (
  records: readonly LocationRecord[],
  codes: ReadonlySet<string>,
  current: readonly LocationRecord[],
): LocationRecord[] => {
  const kept = records.filter(({ code }) => !codes.has(code));
  return [...kept, ...current].sort((one, other) => byCodeUnit(one.code, other.code));
};

/** Returns the service codes of capabilities that were added, changed or removed. */
const changedServices = (
  previous: readonly Capability[],
  next: readonly Capability[],
): ReadonlySet<number> => {
  const textsOf = (of: readonly Capability[]) => new Set(of.map((each) => JSON.stringify(each)));
  const changed = textsOf(previous).symmetricDifference(textsOf(next));
  return new Set(Array.from(changed, (text): number => JSON.parse(text).serviceCode));
};
