import * as z from 'zod';
import { openingStates } from './opening-view.ts';

/** Time with the offset of the location's clock. */
const localInstant = z.iso.datetime({ offset: true });

const members = {
  at: localInstant.meta({
    description: 'Time at which the hours are judged, on the local clock: `open_at`, by default now.',
  }),
  state: z.enum(openingStates).meta({
    description: '`UNKNOWN` if no hours are known. Lunch breaks are `CLOSED`.',
  }),
  open_until: localInstant.optional().meta({
    description: 'When it closes, if it is open and closes within 14 days. A lunch break counts as closing.',
  }),
  next_opening: localInstant.optional().meta({
    description: 'When it opens, if it is closed and opens within 14 days.',
  }),
  special: z.boolean().optional().meta({
    description: 'Whether the date of `at` differs from the usual week. Absent if no hours are known.',
  }),
};

/** Whether a capability is open at a time. */
export const capabilityOpening = z.strictObject(members).meta({
  id: 'CapabilityOpening',
  description: 'Whether the capability is open, and when that changes. Absent if it has no hours.',
  'x-waypost-extension': true,
});

/** Whether a work centre is open at a time. */
export const workCentreOpening = z
  .strictObject({
    time_zone: z.string().meta({ description: 'IANA name of the time zone of the work centre.' }),
    ...members,
  })
  .meta({
    id: 'WorkCentreOpening',
    description:
      'Whether the work centre is open, and when that changes. With `attribute[operational_capabilities.id]`, it is ' +
      'open when any of these capabilities is.',
    'x-waypost-extension': true,
  });

export type CapabilityOpening = z.output<typeof capabilityOpening>;
export type WorkCentreOpening = z.output<typeof workCentreOpening>;
