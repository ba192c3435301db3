import { readOverrides } from '../../../shared/data-access/location-changes/override-table.ts';
import { byCodeUnit } from '../../../shared/domain/code-unit-order.ts';
import { type OverrideState, overrideStates } from '../../../shared/domain/location/overrides/overrides.ts';
import { type StackTables, tableOf } from '../stack/operated-stack.ts';
import { importedLocations } from '../stack/stored-network.ts';
import { formatCount, formatCounted } from '../terminal/text.ts';

/**
 * Compares all manual changes with the imported records. Counts the fields and their locations, and lists those that an
 * operator should check, such as `310003_PO (phone_number)`. Throws StoreUnavailable.
 */
export const summariseOverrides = async (stack: StackTables, now: Date) => {
  const overrides = await readOverrides(tableOf(stack, 'locationChanges'));
  const imported = await importedLocations(stack, overrides.keys());
  const states = [...overrides.values()].flatMap(({ id, fields }) =>
    Object.entries(overrideStates(imported.get(id), fields, now))
      .filter(([, state]) => state !== 'ended')
      .map(([name, state]) => ({ code: id, name, state })),
  );
  const inState = (wanted: OverrideState) =>
    states
      .filter(({ state }) => state === wanted)
      .map(({ code, name }) => `${code} (${name})`)
      .sort(byCodeUnit);
  return {
    fields: states.length,
    locations: new Set(states.map(({ code }) => code)).size,
    contradicted: inState('contradicted'),
    confirmed: inState('confirmed'),
    orphaned: inState('orphaned'),
    invalid: inState('invalid'),
  };
};

const maxNamed = 3;

const remarkable = [
  ['contradicted', 'now have a different value in the file'],
  ['confirmed', 'match the file and can be unset'],
  ['orphaned', 'belong to locations that are no longer in the file'],
] as const;

export const describeOverrides = (summary: Awaited<ReturnType<typeof summariseOverrides>>): string => {
  if (summary.fields === 0) return 'none';
  const remarks = remarkable.flatMap(([state, description]) => {
    const named = summary[state];
    const more = named.length > maxNamed ? ', …' : '';
    return named.length === 0
      ? []
      : [`${formatCount(named.length)} ${description}: ${named.slice(0, maxNamed).join(', ')}${more}`];
  });
  const fields = `${formatCounted(summary.fields, 'field')} of ${formatCounted(summary.locations, 'location')}`;
  return [fields, ...remarks].join('; ');
};
