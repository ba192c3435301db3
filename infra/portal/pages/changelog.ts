import { renderMarkdown } from './markdown.ts';

/**
 * Returns the days of the changelog, newest first as in the text. Each has a heading such as `## 24 November 2026`, and
 * below it entries such as `- **Added** (Locations v3): Text.` Throws an error that names the first invalid line.
 */
export const parseChangelog = (markdown: string) =>
  markdown.split(/^## /m).flatMap((section) => {
    const [heading = '', ...lines] = section.trim().split('\n');
    if (!/^\d{1,2} [A-Z][a-z]+ \d{4}$/.test(heading)) return [];
    const invalid = lines.find((line) => line && !entry.test(line));
    if (invalid)
      throw new Error(`guides/changelog.md: an entry must be like "${example}", but there is: ${invalid}`);
    return [
      {
        /** `2026-11-24` */
        date: new Date(`${heading} UTC`).toISOString().slice(0, 10),
        html: renderMarkdown(lines.join('\n')).html.text,
      },
    ];
  });

const example = '- **Added** (Locations v3): Text.';
const entry =
  /^- \*\*(Added|Changed|Fixed|Deprecated|Removed)\*\* \((Locations v[23]|Bill management|All services|Portal)\): ./;
