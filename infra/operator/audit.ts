import { auditNetwork } from '../../shared/domain/location/audit.ts';
import {
  type AuditFinding,
  type AuditKind,
  auditKinds,
  describeFinding,
  holidayDays,
} from '../../shared/domain/location/audit-finding.ts';
import type { Run } from './command.ts';
import type { StackTables } from './stack/operated-stack.ts';
import { storedNetwork } from './stack/stored-network.ts';
import { formatCount, formatCounted, textTable } from './terminal/text.ts';

/** Audits a stack's tables. Throws StoreUnavailable. */
export const auditStack = async (stack: StackTables, now: Date) => {
  const read = storedNetwork(stack);
  const { locations, capabilities, skippedRows } = await read.readLocations(now);
  const holidays = await read.readHolidays();
  const network = { locations, capabilities, places: await read.readPlaces(), holidays };
  return {
    locations: locations.length,
    holidays: holidays.length,
    /** Number of rows that are not valid records and were therefore not audited. */
    invalidRows: skippedRows,
    findings: auditNetwork(network, now),
  };
};

export const auditCommand: Run<{ kind?: AuditKind; limit: number }> = async (
  { openStack },
  { kind, limit },
) => {
  const { findings, ...read } = await auditStack(await openStack(), new Date());
  const kinds = kind ? [kind] : auditKinds;
  const groups = kinds.map((each) => [each, findings.filter((finding) => finding.kind === each)] as const);
  const texts = groups.flatMap(([each, found]) => (found.length > 0 ? formatGroup(each, found, limit) : []));
  return {
    data: {
      ...read,
      counts: Object.fromEntries(groups.map(([each, found]) => [each, found.length])),
      findings: groups.flatMap(([, found]) => found),
    },
    text: texts.join('\n\n') || `nothing found at ${formatCounted(read.locations, 'location')}`,
    notes: [
      ...(read.holidays === 0 && kinds.includes('holiday-hours') ? [noHolidays] : []),
      ...(read.invalidRows > 0
        ? [`${formatCounted(read.invalidRows, 'row')} in the tables cannot be read, and could not be audited`]
        : []),
    ],
  };
};

const noHolidays =
  'no holidays are imported, so none were checked; import them with `waypost import holidays FILE`';

/** Heading of each kind, printed after the number of findings. */
export const auditTitles: Readonly<Record<AuditKind, string>> = {
  'holiday-hours': `open as usual on a holiday in the next ${holidayDays} days`,
  'long-hours': 'open more than 16 hours a day',
  'missing-hours': 'without hours, unlike most of their neighbours',
  'far-from-suburb': 'far from the place with their suburb and postcode',
  duplicate: 'within 20 m of another location of the same type',
  'unconfirmed-hours': 'whose hours nobody has confirmed for a year',
};

const formatGroup = (kind: AuditKind, found: readonly AuditFinding[], limit: number): string => {
  const rows = found.slice(0, limit).map((finding) => ({
    location: finding.id,
    name: finding.name,
    finding: describeFinding(finding),
  }));
  const more = found.length - rows.length;
  return [
    `${kind}: ${formatCount(found.length)} ${auditTitles[kind]}`,
    textTable(rows),
    ...(more > 0 ? [`${formatCount(more)} more; use --limit to print more of them, or --json for all`] : []),
  ].join('\n');
};
