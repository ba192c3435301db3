import type { ShownWorkCentre } from '../api/answers.ts';
import { hoursNow } from '../hours/hours-now.ts';
import { hoursOfWorkCentre, type ServiceHours } from '../hours/hours-of-work-centre.ts';
import type { LocatorState } from '../state/locator-state.ts';
import { type Content, element } from './element.ts';
import { hoursTable } from './hours-table.ts';

const namesOf = ({ services }: Pick<ServiceHours, 'services'>): string =>
  services.map(({ attributes }) => attributes.name).join(', ');

const section = (title: string, ...contents: readonly Content[]) =>
  element('section', {}, element('h3', {}, title), ...contents);

const zoneNote = (timeZone: string) =>
  element(
    'p',
    { class: 'note' },
    `By the clock there: ${timeZone}, as its coordinates say. The API names no time zone.`,
  );

/** The hours of the week: of the place, and of services that have others. */
export const placeHours = (
  workCentre: ShownWorkCentre,
  { found, timeZoneOf, now }: LocatorState,
): readonly HTMLElement[] => {
  const { main, others, without } = hoursOfWorkCentre(
    workCentre.attributes.operational_capabilities ?? [],
    found?.search.service,
  );
  const tableOf = (hours: ServiceHours, title: string) => {
    if (!found || !timeZoneOf) return section(title, element('p', {}, 'Time zones are being loaded.'));
    const known = hoursNow(workCentre, hours, timeZoneOf, { answeredAt: found.answeredAt, now });
    if (!known) return section(title, element('p', {}, 'The coordinates lie in no known time zone.'));
    return section(title, hoursTable(known.week, hours, known.now), zoneNote(known.timeZone));
  };
  const noHours = 'The API gives no hours of this place.';
  const titleOfMain = others.length > 0 && main ? `Hours of ${namesOf(main)}` : 'Hours';
  return [
    main ? tableOf(main, titleOfMain) : section('Hours', element('p', {}, noHours)),
    ...others.map((hours) => tableOf(hours, `Hours of ${namesOf(hours)}`)),
    ...(without.length > 0
      ? [section('Without hours of their own', element('p', {}, namesOf({ services: without })))]
      : []),
  ];
};
