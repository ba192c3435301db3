import type { PublishedAvailability } from '../../../shared/data-access/availability/published-availability.ts';
import { type Availability, NoReportsYet } from '../../../shared/domain/availability/availability.ts';
import type { RowSelection } from '../../../shared/domain/location/catalogue/catalogue-index.ts';
import { extension, patternParam } from '../../../shared/http/query-params.ts';
import type { SelectedFields } from '../fields.ts';

export const acceptingParameters = {
  accepting: extension(
    patternParam(/^true$/, 'must be true'),
    '`true` returns only work centres that are not reported as unable to accept parcels. A locker that is full or ' +
      'out of order is left out even while it is open. The response is 503 if there are no current reports.',
    'true',
  ),
};

interface AvailabilityQuery {
  readonly accepting?: string | undefined;
  readonly fields?: SelectedFields | undefined;
}

/**
 * Reads the availability if the request needs it. Otherwise, or if nobody has reported any yet, returns undefined. If it
 * cannot be read, throws StoreUnavailable for `accepting`. Without `accepting`, the response only lacks `availability`.
 */
export const availabilityFor = async (
  { accepting, fields }: AvailabilityQuery,
  source: PublishedAvailability,
): Promise<Availability | undefined> => {
  if (accepting) return source.current();
  return fields?.extras.has('availability') ? source.current().catch(() => undefined) : undefined;
};

/**
 * Returns the rows that `accepting` selects; undefined if the parameter is absent. Throws NoReportsYet if there is no
 * availability.
 */
export const acceptingRows = (
  { accepting }: AvailabilityQuery,
  availability: Availability | undefined,
  now: Date,
): RowSelection | undefined => {
  if (!accepting) return undefined;
  if (!availability) throw new NoReportsYet('nobody has reported the availability');
  return availability.accepting(now);
};
