import type { ShownCapability } from '../api/answers.ts';

type CurrentHours = NonNullable<ShownCapability['attributes']['current_hours']>;
type StandardHours = NonNullable<ShownCapability['attributes']['standard_hours']>;

/** Services that are offered at the same hours. */
export interface ServiceHours {
  readonly current: CurrentHours['periods'];
  readonly standard: StandardHours['periods'];
  readonly services: readonly ShownCapability[];
}

/** When the services of a work centre are offered. */
export interface HoursOfWorkCentre {
  /** The hours that stand for the place; undefined where no service has any, as of a post box. */
  readonly main?: ServiceHours | undefined;
  /** Those of services with hours of their own. */
  readonly others: readonly ServiceHours[];
  /** Services that have none. */
  readonly without: readonly ShownCapability[];
}

/**
 * The API gives hours to services, not to the place: those that most of its services share stand for it, or those of
 * the service that is asked for.
 */
export const hoursOfWorkCentre = (
  services: readonly ShownCapability[],
  askedFor?: string,
): HoursOfWorkCentre => {
  const alike = new Map<string, { hours: ServiceHours; services: ShownCapability[] }>();
  const without: ShownCapability[] = [];
  for (const service of services) {
    const { current_hours: current, standard_hours: standard } = service.attributes;
    if (!current || current.periods.length === 0) {
      without.push(service);
      continue;
    }
    const key = JSON.stringify(current.periods);
    const known = alike.get(key);
    if (known) known.services.push(service);
    else {
      const sharing = [service];
      const hours = { current: current.periods, standard: standard?.periods ?? [], services: sharing };
      alike.set(key, { hours, services: sharing });
    }
  }
  const groups = [...alike.values()].map(({ hours }) => hours);
  const byNumber = groups.toSorted((one, other) => other.services.length - one.services.length);
  const main = byNumber.find((group) => group.services.some(({ id }) => id === askedFor)) ?? byNumber[0];
  return { main, others: groups.filter((group) => group !== main), without };
};
