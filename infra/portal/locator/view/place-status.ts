import type { ShownWorkCentre } from '../api/answers.ts';
import { opennessInWords } from '../hours/hours-in-words.ts';
import { hoursNow } from '../hours/hours-now.ts';
import { hoursOfWorkCentre } from '../hours/hours-of-work-centre.ts';
import type { LocatorState } from '../state/locator-state.ts';
import { element } from './element.ts';

const isOpen: Readonly<Record<string, string>> = { open: 'open', 'always open': 'open' };

/** Whether the place is open, in words; nothing while time zones are loaded, and of places without hours. */
export const placeStatus = (
  workCentre: ShownWorkCentre,
  { found, timeZoneOf, now }: LocatorState,
): HTMLElement | undefined => {
  if (!found || !timeZoneOf) return undefined;
  const services = workCentre.attributes.operational_capabilities ?? [];
  const { main } = hoursOfWorkCentre(services, found.search.service);
  if (!main) return undefined;
  const hours = hoursNow(workCentre, main, timeZoneOf, { answeredAt: found.answeredAt, now });
  if (!hours) return undefined;
  const state = isOpen[hours.openness.state] ?? 'closed';
  return element(
    'span',
    { class: 'openness', attributes: { 'data-state': state } },
    opennessInWords(hours.openness, hours.now.day),
  );
};
