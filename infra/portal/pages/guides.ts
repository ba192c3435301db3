import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** Sections of the documentation in the order of the navigation, by the names of their folders. */
export const guideSections = {
  start: 'Start here',
  concepts: 'Concepts',
  locations: 'Locations',
  bills: 'Bills',
  reliability: 'Reliability',
  recipes: 'Recipes',
  sdks: 'SDKs',
} as const;
type GuideSection = keyof typeof guideSections;

const frontMatter = z.strictObject({
  title: z.string().min(1).max(60),
  /** One sentence that says what readers can do after reading the guide. */
  outcome: z.string().regex(/^[A-Z].*\.$/, 'must be a sentence'),
  /** Inline Markdown: the scope, plan and data that a reader needs. */
  before: z.string().min(1).optional(),
  order: z.coerce.number().int().nonnegative(),
});

export interface Guide extends z.infer<typeof frontMatter> {
  /** `locations/hours`: its file in the folder `guides`, without the extension. */
  readonly name: string;
  /** Undefined for pages outside the documentation, such as the changelog. */
  readonly section: GuideSection | undefined;
  /** Address: `/docs/locations/hours/`. */
  readonly path: string;
  /** Markdown, without front matter and title. */
  readonly body: string;
}

const folder = fileURLToPath(new URL('../guides/', import.meta.url));

/**
 * Parses the text of a guide: lines of `name: value` between two lines of `---`, then Markdown. Throws an error that
 * names the file if its front matter is invalid.
 */
export const parseGuide = (name: string, text: string): Guide => {
  const [, header, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  if (header === undefined || body === undefined)
    throw new Error(`guides/${name}.md must begin with front matter`);
  const lines = header.split('\n').map((line) => /^(\w+): *(.*)$/.exec(line)?.slice(1) ?? [line, '']);
  const parsed = frontMatter.safeParse(Object.fromEntries(lines));
  if (!parsed.success) throw new Error(`guides/${name}.md: ${z.prettifyError(parsed.error)}`);
  const section = sectionOf(name);
  const path = section === undefined ? `/${name}/` : `/docs/${name}/`;
  return { ...parsed.data, name, section, path, body: body.trim() };
};

export const readGuide = (name: string): Guide =>
  parseGuide(name, readFileSync(`${folder}/${name}.md`, 'utf8'));

/** Returns all guides, in the order of the navigation. */
export const readGuides = (): readonly Guide[] => {
  const order = Object.keys(guideSections);
  const rank = ({ section, order: position }: Guide) =>
    (section ? order.indexOf(section) : order.length) * 1_000_000 + position;
  return globSync('**/*.md', { cwd: folder })
    .map((file) => readGuide(file.replaceAll('\\', '/').slice(0, -'.md'.length)))
    .toSorted((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1));
};

export const guideGroups = (guides: readonly Guide[]) =>
  Object.entries(guideSections).map(([name, title]) => ({
    title,
    links: guides.filter(({ section }) => section === name),
  }));
export type GuideGroup = ReturnType<typeof guideGroups>[number];

/** Pages with their own addresses, outside the documentation. */
const standalone = new Set(['changelog', 'support']);

const sectionOf = (name: string): GuideSection | undefined => {
  const [first = '', file] = name.split('/');
  if (file === undefined) return standalone.has(first) ? undefined : 'start';
  if (first !== 'start' && Object.hasOwn(guideSections, first)) return first as GuideSection;
  throw new Error(
    `guides/${name}.md is not in a section. The sections are ${Object.keys(guideSections).join(', ')}.`,
  );
};
