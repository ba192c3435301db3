import type { StagedNetwork } from '../../../shared/data-access/publishing/staged-network.ts';
import type { Location } from '../../../shared/domain/location/location.ts';

/** The locations that are staged, by code. */
export function* stagedRecords(staged: StagedNetwork): Generator<Location> {
  for (const { text } of staged.locations()) {
    // Staged from a record that was parsed a moment ago.
    const location: Location = JSON.parse(text);
    yield location;
  }
}
