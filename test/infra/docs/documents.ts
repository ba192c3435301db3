import { glob, readFile } from 'node:fs/promises';

/** A document of the repository. */
export interface Document {
  /** From the repository's root. */
  readonly path: string;
  readonly text: string;
}

export const readDocument = async (path: string): Promise<Document> => ({
  path,
  text: await readFile(path, 'utf8'),
});

/** Every document that people read: the README of the repository and of its rooms, and the pages in `docs`. */
export const readDocuments = async (): Promise<readonly Document[]> => {
  const paths = await Array.fromAsync(glob(['README.md', 'docs/*.md', '{infra,shared}/**/README.md']));
  return Promise.all(paths.toSorted().map(readDocument));
};

/** The text without its blocks of code, in which nothing is a heading or a link. */
const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** What a link to each heading of a document ends with, as GitHub names headings. */
export const anchorsOf = ({ text }: Document): ReadonlySet<string> =>
  new Set(
    [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Where the links and pictures of a document lead: an address, a path from its folder, or `#heading`. */
export const linksOf = ({ text }: Document): readonly string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

/** Paths of files and folders that a document names in backticks, such as `infra/app.ts` or `infra/stages`. */
export const namedPathsOf = ({ text }: Document): readonly string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => /^[.\w][\w.*{},-]*(\/[\w.*{},-]+)*\/?$/.test(span))
    .filter((span) => span.includes('/') || span.endsWith('.ts'));
