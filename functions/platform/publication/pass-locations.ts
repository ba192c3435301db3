import type { StagedLocation } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { workCentresShown } from '../../../shared/wire/locations-v3/export/shown-work-centre.ts';
import type { RecordSink } from './record-sink.ts';
import type { VersionContent } from './version-texts.ts';

/** Consumers that receive every location of a version. */
export interface PassedBy {
  readonly note: (location: StagedLocation) => void;
  readonly sinks: readonly RecordSink[];
}

/** Passes every location once to all files, ordered by code. Throws StoreUnavailable if writing a file does. */
export const passLocations = async (
  { capabilities, staged, generatedAt }: Omit<VersionContent, 'version' | 'changes'>,
  { note, sinks }: PassedBy,
): Promise<void> => {
  const byCode = new Map(capabilities.map((capability) => [capability.serviceCode, capability]));
  const show = workCentresShown({ capabilityOf: (code) => byCode.get(code), now: generatedAt });
  for (const each of staged.locations()) {
    note(each);
    const rendered = { staged: each, shown: show(each.code, each) };
    for (const sink of sinks) {
      const waiting = sink.take(rendered);
      if (waiting) await waiting;
    }
  }
};
