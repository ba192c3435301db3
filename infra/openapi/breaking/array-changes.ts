import type { BreakingChange } from './breaking-change.ts';
import { type DescribedSchema, schemaOf } from './described-schema.ts';
import type { SchemaVersions } from './schema-versions.ts';

type Compare = (versions: SchemaVersions, at: string) => readonly BreakingChange[];

const itemAt = ({ prefixItems = [], items }: DescribedSchema, index: number): DescribedSchema =>
  prefixItems[index] ?? schemaOf(items);

/** What breaks between two versions of a list: of the items that have a schema of their own, and of all others. */
export const arrayChanges =
  (compare: Compare): Compare =>
  ({ former, next, writer }, at) => {
    const own = Math.max(former.prefixItems?.length ?? 0, next.prefixItems?.length ?? 0);
    const labels =
      own === 0 ? ['[]'] : [...Array(own).keys()].map((index) => `[${index}]`).concat(`[${own}…]`);
    return labels.flatMap((label, index) =>
      compare({ former: itemAt(former, index), next: itemAt(next, index), writer }, `${at}${label}`),
    );
  };
