import * as z from 'zod/mini';
import { type AvailabilityReport, unavailableReasons } from '../availability/overlay.ts';
import { dayMilliseconds } from '../location/hours/calendar.ts';
import { locationCodePattern } from '../location/location.ts';
import { expecting, oneOf, optional, yesOrNo } from './import-field.ts';

/** Limit for `until`, so that a location whose telemetry has failed becomes available again. */
const maxDaysAhead = 7;

/** Maximum number of minutes by which a sender's clock may be fast. */
const maxSkewMinutes = 5;

/** RFC 3339 with an offset. Unlike ISO 8601, it requires seconds. */
const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const timestampForm = 'a time with an offset, such as 2026-12-24T09:30:00+11:00';
const timestamp = z
  .string(expecting(timestampForm))
  .check(
    z.regex(timestampPattern, `must be ${timestampForm}`),
    z.iso.datetime({ offset: true, error: `must be ${timestampForm}` }),
  );

const line = z.object(
  {
    location_code: z
      .string(expecting('text'))
      .check(z.regex(locationCodePattern, 'must be 1 to 40 letters, digits, _ or -')),
    accepting: yesOrNo,
    reason: optional(z.enum(unavailableReasons, oneOf(unavailableReasons))),
    until: optional(timestamp),
    as_of: optional(timestamp),
  },
  expecting('an object'),
);

interface ReportContext {
  readonly receivedAt: Date;
  readonly replace: boolean;
}

/**
 * Creates the schema of a report, which is a line of the availability file or a row in an event. Times are checked
 * against the time when the report was received, so that the result does not depend on when it is processed.
 */
export const availabilityRecord = ({ receivedAt, replace }: ReportContext) =>
  z.pipe(
    line.check(
      z.superRefine(({ accepting, reason, until, as_of }, context) => {
        const reject = (field: keyof AvailabilityReport, message: string) =>
          context.addIssue({ code: 'custom', path: [field], message });
        const minutesAhead = (time: string) => (Date.parse(time) - receivedAt.getTime()) / 60_000;
        if (accepting && replace)
          reject(
            'accepting',
            'must be false, because a replacement lists only locations that do not accept parcels',
          );
        if (!accepting && reason === undefined) reject('reason', 'is required if accepting is false');
        if (!accepting && until === undefined) reject('until', 'is required if accepting is false');
        if (!accepting && until !== undefined) {
          if (minutesAhead(until) <= 0) reject('until', 'must be in the future');
          if (Date.parse(until) - receivedAt.getTime() > maxDaysAhead * dayMilliseconds)
            reject('until', `must be at most ${maxDaysAhead} days ahead`);
        }
        if (as_of !== undefined && minutesAhead(as_of) > maxSkewMinutes)
          reject('as_of', `must be at most ${maxSkewMinutes} minutes ahead`);
      }),
    ),
    z.transform(({ location_code, accepting, reason, until, as_of }): AvailabilityReport => {
      const asOf = as_of ?? receivedAt.toISOString();
      return accepting
        ? { location_code, accepting, as_of: asOf }
        : { location_code, accepting, reason, until, as_of: asOf };
    }),
  );

/** Schema that reads the location code of a report, even if the report is otherwise invalid. */
export const locationOfReport = z.pipe(
  z.object({ location_code: z.string().check(z.minLength(1)) }),
  z.transform(({ location_code }) => location_code),
);
