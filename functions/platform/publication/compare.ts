import type { LocationRecord, Network } from '../../../shared/data-access/publishing/snapshot.ts';
import type { Capability } from '../../../shared/domain/capability/capability.ts';
import type { Location } from '../../../shared/domain/location/location.ts';
import type { Change } from '../../../shared/domain/publication/changes.ts';

/**
 * Returns the differences between two networks in the order of codes; `removedAt` is the time for those removed. A
 * changed capability changes every location that offers it.
 */
export const compareNetworks = (previous: Network, next: Network, removedAt: string): Change[] => {
  const services = changedServices(previous.capabilities, next.capabilities);
  const offersChanged = ({ text }: LocationRecord): boolean => {
    if (services.size === 0) return false;
    const location: Location = JSON.parse(text);
    return location.services.some(({ code }) => services.has(code));
  };
  const changes: Change[] = [];
  let at = 0;
  const removeUntil = (code: string | undefined) => {
    for (let gone = previous.records[at]; gone; gone = previous.records[++at]) {
      if (code !== undefined && gone.code >= code) return;
      changes.push({ code: gone.code, kind: 'removed', removedAt });
    }
  };
  for (const record of next.records) {
    const { code, text } = record;
    removeUntil(code);
    const before = previous.records[at];
    if (before?.code !== code) changes.push({ code, kind: 'added' });
    else {
      at++;
      if (before.text !== text || offersChanged(record)) changes.push({ code, kind: 'changed' });
    }
  }
  removeUntil(undefined);
  return changes;
};

/** Returns the records with those of `codes` replaced by what is known of them now; absent ones are gone. */
export const replaceRecords = (
  records: readonly LocationRecord[],
  codes: ReadonlySet<string>,
  current: readonly LocationRecord[],
): LocationRecord[] => {
  const replaced: LocationRecord[] = [];
  let at = 0;
  for (const record of current) {
    for (let kept = records[at]; kept && kept.code < record.code; kept = records[++at])
      if (!codes.has(kept.code)) replaced.push(kept);
    replaced.push(record);
  }
  for (const kept of records.slice(at)) if (!codes.has(kept.code)) replaced.push(kept);
  return replaced;
};

/** Whether both networks have the same capabilities. */
export const haveSameCapabilities = (one: Network, other: Network): boolean =>
  changedServices(one.capabilities, other.capabilities).size === 0;

/** Returns the service codes of capabilities that were added, changed or removed. */
const changedServices = (
  previous: readonly Capability[],
  next: readonly Capability[],
): ReadonlySet<number> => {
  const before = new Map(previous.map((each) => [each.serviceCode, JSON.stringify(each)]));
  const changed = new Set<number>();
  for (const capability of next) {
    const { serviceCode } = capability;
    if (before.get(serviceCode) !== JSON.stringify(capability)) changed.add(serviceCode);
    before.delete(serviceCode);
  }
  for (const serviceCode of before.keys()) changed.add(serviceCode);
  return changed;
};
