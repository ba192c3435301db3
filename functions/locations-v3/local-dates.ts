import type { LocationCatalogue } from '../../shared/domain/location/catalogue/catalogue.ts';
import { MissingCatalogueData } from '../../shared/domain/location/catalogue/columns.ts';
import { todayIn } from '../../shared/domain/location/hours/calendar.ts';
import type { Validator } from '../../shared/http/representation.ts';

/**
 * Returns the local date in each time zone of the catalogue, because `current_hours` depends on these dates. If an
 * older publisher wrote the catalogue without time zones, returns the current time, so that entity tags never match.
 */
export const localDates = (catalogue: LocationCatalogue, now: Date): Validator => {
  try {
    return catalogue.timeZones().map((zone) => todayIn(zone, now));
  } catch (error) {
    if (error instanceof MissingCatalogueData) return now.getTime();
    throw error;
  }
};
