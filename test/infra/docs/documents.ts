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

/** Reads all documents: the README of the repository, those of folders, and the pages in `docs`. */
export const readDocuments = async (): Promise<readonly Document[]> => {
  const paths = await Array.fromAsync(glob(['README.md', 'docs/*.md', '{infra,shared}/**/README.md']));
  return Promise.all(paths.toSorted().map(readDocument));
};

/** Returns the text without code blocks, which contain no headings or links. */
const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** Returns the anchors of a document's headings, as GitHub generates them. */
export const anchorsOf = ({ text }: Document): ReadonlySet<string> =>
  new Set(
    [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Returns the targets of a document's links and pictures: a URL, a path from its folder, or `#heading`. */
export const linksOf = ({ text }: Document): readonly string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

/** Returns the paths that a document names in backticks, such as `infra/app.ts` or `infra/stages`. */
export const namedPathsOf = ({ text }: Document): readonly string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => /^[.\w][\w.*{},-]*(\/[\w.*{},-]+)*\/?$/.test(span))
    .filter((span) => span.includes('/') || span.endsWith('.ts'));
