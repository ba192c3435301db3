import { snapshotWriter } from '../../../shared/data-access/publishing/snapshot/snapshot-writer.ts';
import type { StagedLocation } from '../../../shared/data-access/publishing/staged-network.ts';
import { growingNumbers } from '../../../shared/domain/location/growing-numbers.ts';
import type { LocationFacets } from '../../../shared/domain/location/location-attributes.ts';
import type { VersionContent } from './version-texts.ts';

/** The snapshots of a version, whose lines stay where they are staged until they are packed. */
export const stagedSnapshots = ({ version, capabilities, staged }: VersionContent) => {
  const writer = snapshotWriter({ version, capabilities });
  const numbers = growingNumbers();
  return {
    /** By code. */
    add({ number, facets }: StagedLocation): void {
      // Staged from a record that was parsed a moment ago.
      const known: LocationFacets = JSON.parse(facets);
      writer.add(known);
      numbers.push(number);
    },
    finish: {
      points: () => writer.finish((rank) => staged.line('pointLine', numbers.at(rank))),
      workCentres: () => writer.finish((rank) => staged.line('workCentreLine', numbers.at(rank))),
    },
    close: writer.close,
  };
};
