import { openAvailability } from '../../domain/availability/availability.ts';
import type { Overlay } from '../../domain/availability/overlay.ts';
import type { LocationCatalogue } from '../../domain/location/catalogue/catalogue.ts';
import { writeFigures } from '../../observability/figures.ts';

/** Writes a metric that an alarm watches: the share of the published network that does not accept parcels. */
export const measureAvailability = (catalogue: LocationCatalogue, overlay: Overlay, now: Date): void => {
  const selections = [openAvailability(overlay, '').accepting(now)];
  const { total } = catalogue.search({ filter: {}, selections, offset: 0, size: 0 });
  const share = catalogue.size === 0 ? 0 : 1 - total / catalogue.size;
  writeFigures({ NotAcceptingPercent: 100 * share }, {});
};
