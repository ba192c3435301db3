import type { Capability } from '../../capability/capability.ts';
import type { ColumnBuilder } from './column-builder.ts';
import { parcelLimitsColumn } from './parcel-limits.ts';
import { type Postings, PostingsBuilder } from './postings.ts';
import { scheduleColumn } from './schedule-column.ts';

type ColumnKind = (capabilities: readonly Capability[]) => ColumnBuilder<unknown>;

const timeZones = (): ColumnBuilder<readonly string[]> => {
  const zones = new Set<string>();
  return { add: ({ timeZone }) => void zones.add(timeZone), finish: () => [...zones].sort() };
};

/** Maps each former code to the rows of the locations that list it. */
const formerCodes = (): ColumnBuilder<Postings> => {
  const builder = new PostingsBuilder();
  let rank = 0;
  return {
    add({ formerCodes = [] }) {
      for (const code of formerCodes) builder.add(code, rank);
      rank++;
    },
    finish: (rows) => builder.finish(rows),
  };
};

/** Data that only some searches need. Each column is stored as a separate piece, named by its key. */
const columnKinds = {
  timeZones,
  schedules: scheduleColumn,
  formerCodes,
  parcelLimits: parcelLimitsColumn,
} satisfies Record<string, ColumnKind>;

export type ColumnName = keyof typeof columnKinds;
type ColumnOf<Kind> = Kind extends (...args: never[]) => ColumnBuilder<infer Column> ? Column : never;

/** Read on first use. Reading throws MissingCatalogueData if an older publisher did not write the column. */
export type CatalogueColumns = {
  readonly [Name in ColumnName]: () => ColumnOf<(typeof columnKinds)[Name]>;
};

/** The published catalogue has no data of this kind yet, because an older version of the publisher wrote it. */
export class MissingCatalogueData extends Error {
  override readonly name = 'MissingCatalogueData';
}

const columnNames = Object.keys(columnKinds) as ColumnName[];

/** Creates the columns. `read` returns a function that reads the column with this name. */
export const openColumns = (read: (name: ColumnName) => () => unknown): CatalogueColumns =>
  Object.fromEntries(columnNames.map((name) => [name, read(name)])) as CatalogueColumns;

export const readColumns = (columns: CatalogueColumns): Readonly<Record<string, unknown>> => {
  const readers: Readonly<Record<string, () => unknown>> = columns;
  return Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read()]));
};

export const columnsBuilder = (capabilities: readonly Capability[]): ColumnBuilder<CatalogueColumns> => {
  const kinds: Readonly<Record<string, ColumnKind>> = columnKinds;
  const builders = new Map(Object.entries(kinds).map(([name, create]) => [name, create(capabilities)]));
  return {
    add(location) {
      for (const builder of builders.values()) builder.add(location);
    },
    finish: (rows) =>
      openColumns((name) => {
        const column = builders.get(name)?.finish(rows);
        return () => column;
      }),
  };
};
