import { glob, readFile } from 'node:fs/promises';

export interface Document {
  /** Path relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}

export const readDocument = async (path: string): Promise<Document> => ({
  path,
  text: await readFile(path, 'utf8'),
});

/** Reads all documents, that is, the READMEs and the pages in `docs`. */
export const readDocuments = async (): Promise<readonly Document[]> => {
  const paths = await Array.fromAsync(glob(['README.md', 'docs/*.md', '{infra,shared}/**/README.md']));
  return Promise.all(paths.toSorted().map(readDocument));
};

/** Removes code blocks, because their lines are neither headings nor links. */
const withoutBlocks = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** Returns the anchors of a document's headings in the form that GitHub generates. */
export const anchorsOf = ({ text }: Document): ReadonlySet<string> =>
  new Set(
    [...withoutBlocks(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    ),
  );

/** Returns the targets of links and images: URLs, paths relative to the document, or `#heading`. */
export const linksOf = ({ text }: Document): readonly string[] =>
  [...withoutBlocks(text).matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);

/** Returns the paths in backticks, such as `infra/app.ts` or `infra/stages`. */
export const namedPathsOf = ({ text }: Document): readonly string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => /^[.\w][\w.*{},-]*(\/[\w.*{},-]+)*\/?$/.test(span))
    .filter((span) => span.includes('/') || span.endsWith('.ts'));
