import * as z from 'zod/mini';
import { type HourEntry, hourTypes } from '../../../domain/location/hours/hour-entry.ts';
import { locationTypes } from '../../../domain/location/location-types.ts';
import type { LineOrigin } from '../lines/import-line.ts';
import type { ImportKind } from '../record-kind.ts';
import { doubtfulHours } from './doubtful-hours.ts';
import { lineFindings } from './line-findings.ts';
import { type FilteredValue, paddedValues } from './padded-values.ts';
import { unfoundValues } from './unfound-values.ts';

/** Check for probable mistakes in valid records. */
export interface RecordDoubts {
  look(record: unknown, origin: LineOrigin): void;
  /** Returns sentences; undefined for checks without findings. */
  warnings(): readonly (string | undefined)[];
}

const text = z.optional(z.string());

// The records are already validated; these schemas only extract what is checked.
const hour: z.ZodMiniType<HourEntry> = z.object({
  type: z.enum(hourTypes),
  weekday: z.optional(z.number()),
  startTime: text,
  endTime: text,
  startDate: text,
  endDate: text,
});
const location = z.object({
  type: z.enum(locationTypes),
  usageType: text,
  accessRestrictionCode: text,
  locationTypeCode: text,
  addresses: z.array(z.object({ deliveryPointId: text })),
  services: z.array(z.object({ hours: z.optional(z.array(hour)) })),
  hours: z.array(hour),
});

const locationDoubts = (ofSeveralFiles: boolean): RecordDoubts => {
  const hours = doubtfulHours(ofSeveralFiles);
  const values = unfoundValues(ofSeveralFiles, 'location');
  const usage = lineFindings(ofSeveralFiles);
  return {
    look(record, origin) {
      const read = location.parse(record);
      hours.look(read.hours, origin);
      for (const service of read.services) if (service.hours) hours.look(service.hours, origin);
      if (read.usageType !== undefined && read.type !== 'UPL') usage.note(read.type, origin);
      const ofAddresses = read.addresses.map(
        ({ deliveryPointId }): FilteredValue => ['addresses[].delivery_point_id', deliveryPointId],
      );
      const ofLocation: readonly FilteredValue[] = [
        ['access_restriction_code', read.accessRestrictionCode],
        ['location_type_code', read.locationTypeCode],
      ];
      values.look([...ofLocation, ...ofAddresses], origin);
    },
    warnings: () => [
      ...hours.warnings(),
      ...values.warnings(),
      usage.sentence(
        (names, areMany) =>
          `${names} ${areMany ? 'types' : 'type'} of location with a usage_type, which is one of parcel lockers`,
        'location',
      ),
    ],
  };
};

const service = z.object({ capabilityId: z.string() });

const serviceDoubts = (ofSeveralFiles: boolean): RecordDoubts => {
  const values = unfoundValues(ofSeveralFiles, 'service');
  return {
    look: (record, origin) => values.look([['capability_id', service.parse(record).capabilityId]], origin),
    warnings: () => values.warnings(),
  };
};

const biller = z.object({ code: z.string(), organisation: z.string(), billType: z.string() });
const billType = z.object({ code: z.string() });

/** Creates a check of the members that billers are found by. */
const paddedDoubts = (
  members: z.ZodMiniType<Readonly<Record<string, string>>>,
  ofSeveralFiles: boolean,
  holder: string,
): RecordDoubts => {
  const values = paddedValues(ofSeveralFiles, holder);
  return {
    look: (record, origin) => values.look(Object.entries(members.parse(record)), origin),
    warnings: () => [values.warning()],
  };
};

/** Creates the check of one import's records. */
export const recordDoubts = (kind: ImportKind, ofSeveralFiles: boolean): RecordDoubts => {
  switch (kind) {
    case 'locations':
      return locationDoubts(ofSeveralFiles);
    case 'services':
      return serviceDoubts(ofSeveralFiles);
    case 'billers':
      return paddedDoubts(biller, ofSeveralFiles, 'biller');
    case 'bill-types':
      return paddedDoubts(billType, ofSeveralFiles, 'bill type');
  }
};
