import { setImmediate } from 'node:timers/promises';
import {
  snapshotWriter,
  type WrittenSnapshot,
} from '../../../shared/data-access/publishing/snapshot/snapshot-writer.ts';
import type { StagedLocation } from '../../../shared/data-access/publishing/staging/staged-network.ts';
import { growingNumbers } from '../../../shared/domain/location/catalogue/growing-numbers.ts';
import type { LocationFacets } from '../../../shared/domain/location/catalogue/location-attributes.ts';
import type { VersionContent } from './version-texts.ts';

/** Runs all steps, and yields to the event loop between them. */
const throughAll = async (steps: Generator<undefined, WrittenSnapshot>): Promise<WrittenSnapshot> => {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
};

/** Builds the snapshots of a version; lines stay in the staging store until they are packed. */
export const stagedSnapshots = ({ version, capabilities, staged }: VersionContent) => {
  const writer = snapshotWriter({ version, capabilities });
  const places = growingNumbers();
  return {
    /** Adds a location; call in the order of location codes. */
    add({ linesAt, facets }: StagedLocation): void {
      // Staged from a record that was parsed a moment ago.
      const known: LocationFacets = JSON.parse(facets);
      writer.add(known);
      places.push(linesAt);
    },
    finish: {
      points: () => throughAll(writer.finish((rank) => staged.line('pointLine', places.at(rank)))),
      workCentres: () => throughAll(writer.finish((rank) => staged.line('workCentreLine', places.at(rank)))),
    },
    close: writer.close,
  };
};
