import * as z from 'zod';
import { escapeHtml } from '../layout/html.ts';

const tags = ['Added', 'Changed', 'Fixed', 'Deprecated', 'Removed'] as const;
const services = ['Locations v3', 'Locations v2', 'Bill management', 'All services', 'Portal'] as const;

const entry = z.object({
  tag: z.literal(tags),
  service: z.literal(services),
  /** Inline Markdown. */
  text: z.string().min(1),
});
type ChangelogEntry = z.infer<typeof entry>;

/** Changes of one day. */
export interface ChangelogDay {
  /** `2026-11-24` */
  readonly date: string;
  readonly entries: readonly ChangelogEntry[];
}

const dateHeading = /^## (\d{1,2} [A-Z][a-z]+ \d{4})$/;
const item = /^- \*\*(\w+)\*\* \(([^)]+)\): (.+)$/;

/**
 * Returns the days of the changelog, newest first as in the text: a heading such as `## 24 November 2026`, and below it
 * lines such as `- **Added** (Locations v3): Text.` Throws an error that names the first invalid line.
 */
export const parseChangelog = (markdown: string): readonly ChangelogDay[] =>
  markdown
    .split(/^(?=## )/m)
    .map((section) => section.trim().split('\n'))
    .flatMap(([heading = '', ...lines]) => {
      const day = dateHeading.exec(heading)?.[1];
      if (day === undefined) return [];
      const date = new Date(`${day} UTC`).toISOString().slice(0, 10);
      return [{ date, entries: lines.filter(Boolean).map(parseEntry) }];
    });

/** Marks the tag and the service of each entry. Raw HTML in Markdown stays as it is. */
export const withMarkedEntries = (markdown: string): string =>
  markdown.replaceAll(new RegExp(item.source, 'gm'), (line) => {
    const { tag, service, text } = parseEntry(line);
    return `- <span class="tag ${tag.toLowerCase()}">${tag}</span> <strong>${escapeHtml(service)}</strong>: ${text}`;
  });

const parseEntry = (line: string): ChangelogEntry => {
  const [, tag, service, text] = item.exec(line) ?? [];
  const parsed = entry.safeParse({ tag, service, text });
  if (parsed.success) return parsed.data;
  throw new Error(
    `guides/changelog.md: an entry must be like "- **Added** (Locations v3): Text.", with one of ${tags.join(', ')} and one of ${services.join(', ')}, but there is: ${line}`,
  );
};
