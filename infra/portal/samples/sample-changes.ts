import * as z from 'zod';

const header = z.object({ version: z.string(), since: z.string() });
const change = z.discriminatedUnion('change', [
  z.object({ change: z.enum(['added', 'changed']), id: z.string() }),
  z.object({ change: z.literal('removed'), id: z.string(), replaced_by: z.array(z.string()).default([]) }),
]);

/** Returns the first line and the changes of the sample file of changes in a guide. Throws if there is none, or an invalid one. */
export const sampleChangesIn = (markdown: string) => {
  const [, block = ''] = /^```ndjson\n([\s\S]*?)^```$/m.exec(markdown) ?? [];
  const [first, ...lines] = block
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return { ...header.parse(first), changes: z.array(change).min(1).parse(lines) };
};

/** Returns the block `try-changes` of a guide as Markdown: how to try its sample file of changes, and what must come out. */
export const tryChangesMarkdown = (markdown: string): string => {
  const { version, since, changes } = sampleChangesIn(markdown);
  const count = (kind: string) => changes.filter((each) => each.change === kind).length;
  const rows = changes.map((each) => `| \`${each.id}\` | ${each.change} | ${outcome(each)} |\n`);
  return `1. Download the whole network into a scratch copy, such as a second table or database.
2. Set the version that the scratch copy stores to the file's \`since\`, \`${since}\`.
3. Let your program apply this file to the scratch copy, in place of one download. Stop it before it requests further changes, because that would end in a full download.
4. Compare the scratch copy with this table. Its stored version must now be \`${version}\`.
5. Delete the scratch copy, because it no longer matches the network. Never apply this file to your real copy.

| id | change | in the scratch copy afterwards |
| --- | --- | --- |
${rows.join('')}
Count the records before and after: on the sample network, ${count('added')} is added and ${count('removed')} is removed. On another network, ids in the file may be missing from the copy: a changed record is then added, and a removed one is ignored.
`;
};

const outcome = (each: z.infer<typeof change>): string => {
  if (each.change !== 'removed') return "equal to the `workcentre` in the file's line";
  const successors = each.replaced_by.map((id) => `\`${id}\``).join(', ');
  return successors === '' ? 'gone' : `gone; ids that you stored elsewhere become ${successors}`;
};
