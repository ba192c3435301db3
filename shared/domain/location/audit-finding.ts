import type { DayName } from './hours/calendar.ts';

/** Number of days ahead for which holidays are audited, which leaves time to collect the hours of all outlets. */
export const holidayDays = 60;

/** Kinds of finding, in the order of the report. */
export const auditKinds = [
  'holiday-hours',
  'long-hours',
  'missing-hours',
  'far-from-suburb',
  'duplicate',
  'unconfirmed-hours',
] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Probable error or omission in a location's data. `id` is the location code. */
export type AuditFinding = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'holiday-hours'; readonly date: string; readonly holiday: string }
  /** Longest day of the location's usual week, and its hours. */
  | { readonly kind: 'long-hours'; readonly day: DayName; readonly hours: number }
  /** The location or a service has no hours, although `withHours` of the `neighbours` nearest locations have them. */
  | {
      readonly kind: 'missing-hours';
      readonly service?: number;
      readonly neighbours: number;
      readonly withHours: number;
    }
  | { readonly kind: 'far-from-suburb'; readonly place: string; readonly km: number }
  | { readonly kind: 'duplicate'; readonly other: string; readonly metres: number }
  /** `confirmedOn` is absent if the hours were never confirmed. */
  | { readonly kind: 'unconfirmed-hours'; readonly confirmedOn?: string }
);

/** Describes a finding in a few words, to be shown after the location's id. */
export const describeFinding = (finding: AuditFinding): string => {
  switch (finding.kind) {
    case 'holiday-hours':
      return `${finding.date} ${finding.holiday}`;
    case 'long-hours':
      return `${finding.hours} hours on ${finding.day}`;
    case 'missing-hours': {
      const what = finding.service === undefined ? 'no hours' : `no hours for service ${finding.service}`;
      return `${what}, unlike ${finding.withHours} of the ${finding.neighbours} nearest`;
    }
    case 'far-from-suburb':
      return `${finding.km} km from ${finding.place}`;
    case 'duplicate':
      return `${finding.metres} m from ${finding.other}`;
    case 'unconfirmed-hours':
      return finding.confirmedOn === undefined ? 'never confirmed' : `confirmed on ${finding.confirmedOn}`;
  }
};
