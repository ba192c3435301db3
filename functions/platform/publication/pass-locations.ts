import type { Location } from '../../../shared/domain/location/location.ts';
import { workCentresShown } from '../../../shared/wire/locations-v3/export/shown-work-centre.ts';
import type { RecordSink } from './record-sink.ts';
import type { VersionContent } from './version-texts.ts';

/** What the locations of a version pass by. */
export interface PassedBy {
  readonly addToSnapshots: (location: Location) => void;
  readonly sinks: readonly RecordSink[];
}

/**
 * Shows every location once, by code, and has it pass by all snapshots and files. Throws StoreUnavailable where a file
 * does.
 */
export const passLocations = async (
  { capabilities, staged, generatedAt }: Omit<VersionContent, 'version' | 'changes'>,
  { addToSnapshots, sinks }: PassedBy,
): Promise<void> => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const show = workCentresShown({
    distanceKm: 0,
    capabilityOf: (code) => byCode.get(code),
    now: generatedAt,
  });
  for (const each of staged.locations()) {
    // Staged from a record that was parsed a moment ago.
    const location: Location = JSON.parse(each.text);
    addToSnapshots(location);
    const rendered = { staged: each, shown: show(location) };
    for (const sink of sinks) {
      const waiting = sink.take(rendered);
      if (waiting) await waiting;
    }
  }
};
