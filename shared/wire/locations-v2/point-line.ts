import type { Location } from '../../domain/location/location.ts';
import { closing } from './point-text.ts';
import { toPoint } from './point-view.ts';

/**
 * JSON text of the location's point, made once for all the answers that show it. It lacks the two braces at its end,
 * which close `geo_location` and the point, so that a distance can follow.
 */
export const pointLine = (location: Location): string =>
  JSON.stringify(toPoint(location)).slice(0, -closing.length);
