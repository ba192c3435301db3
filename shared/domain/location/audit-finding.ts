import type { DayName } from './hours/calendar.ts';

/** Days ahead for which holidays are audited: long enough to collect the hours of all outlets. */
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

/** Something about a location that is probably wrong or missing. `id` is its location code. */
export type AuditFinding = { readonly id: string; readonly name: string } & (
  | { readonly kind: 'holiday-hours'; readonly date: string; readonly holiday: string }
  /** The longest day of its usual week, in hours. */
  | { readonly kind: 'long-hours'; readonly day: DayName; readonly hours: number }
  /** Has no hours, or none for a service, unlike `withHours` of its `neighbours`. */
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

/** Describes a finding in a few words, which follow the id of the location. */
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
