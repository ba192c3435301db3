import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { codeBlock, highlight } from '../layout/code.ts';
import { escapeHtml } from '../layout/html.ts';
import type { PageHeading, SearchText } from '../layout/portal-page.ts';
import { renderErrorCodes } from '../samples/error-codes.ts';
import { renderRequest } from '../samples/request-block.ts';

/** Markdown as HTML, with what navigation and search need. */
export interface RenderedMarkdown {
  readonly html: string;
  /** Headings of the levels 2 and 3, in order. */
  readonly headings: readonly PageHeading[];
  /** Plain text below each heading, without code blocks. The first section has no heading. */
  readonly sections: readonly SearchText[];
}

/**
 * Renders the Markdown of a page: headings with anchors, tables that scroll, highlighted code with copy buttons,
 * request blocks, and the table of error codes. `place` names the page in errors. Throws if two headings have the same
 * anchor, and InvalidRequestBlock.
 */
export const renderMarkdown = (markdown: string, place?: string): RenderedMarkdown => {
  const headings: PageHeading[] = [];
  const marked = new Marked({
    renderer: {
      link: settingLink,
      heading(token) {
        const inner = this.parser.parseInline(token.tokens);
        const heading = headingOf(token);
        if (headings.some(({ id }) => id === heading.id))
          throw new Error(`${place}: two headings are #${heading.id}`);
        headings.push(heading);
        return headingHtml(heading, inner);
      },
      code({ text, lang = '' }) {
        const [language = '', ...info] = lang.split(' ');
        if (language === 'request') return renderRequest(info.join(' '), text, highlight, place);
        if (language === 'errors') return renderErrorCodes(highlight);
        return `${codeBlock(text, language)}\n`;
      },
      table(token) {
        const cells = (of: typeof token.header, open: string, close: string) =>
          of.map(({ tokens }) => `${open}${this.parser.parseInline(tokens)}${close}`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, '<td>', '</td>')}</tr>`).join('\n');
        return `<div class="table" tabindex="0" role="region" aria-label="Table"><table>
<thead><tr>${cells(token.header, '<th scope="col">', '</th>')}</tr></thead>
<tbody>${rows}</tbody></table></div>\n`;
      },
    },
    async: false,
  });
  const html = marked.parse(markdown, { async: false });
  return { html, headings, sections: textSections(markdown) };
};

/** Returns inline Markdown, such as a sentence with code and links, as HTML. */
export const renderInline = (markdown: string): string =>
  new Marked({ renderer: { link: settingLink } }).parseInline(markdown, { async: false });

/** Replaces links to settings of the stage, which only browsers know, by their text. */
export const withoutSettings = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\(setting:\w+\)/g, '$1');

/** Returns Markdown without its markup, links and blocks of code. */
export const plainText = (markdown: string): string => textOf(new Marked().lexer(markdown));

const settingLinks = ['contact', 'support', 'status'];

/** A link such as `[our team](setting:contact)` is a place where browsers show a setting. Other links are unchanged. */
function settingLink({ href, text }: Tokens.Link): string | false {
  const [, setting = ''] = /^setting:(.*)$/.exec(href) ?? [];
  if (setting === '') return false;
  if (settingLinks.includes(setting)) return `<span data-setting="${setting}">${escapeHtml(text)}</span>`;
  throw new Error(`${href} is none of the settings ${settingLinks.join(', ')}`);
}

/** `Only what changed` becomes `only-what-changed`. */
const headingOf = ({ tokens, depth }: Tokens.Heading): PageHeading => {
  const text = textOf(tokens);
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { id, text, depth };
};

/** The anchor is beside the heading, so that it is not part of the heading's name. */
const headingHtml = ({ id, text, depth }: PageHeading, inner: string): string =>
  `<div class="heading"><h${depth} id="${id}">${inner}</h${depth}><a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(text)}">#</a></div>\n`;

const textSections = (markdown: string): readonly SearchText[] => {
  const sections: { heading: PageHeading | undefined; texts: string[] }[] = [
    { heading: undefined, texts: [] },
  ];
  for (const token of markedTokens(new Marked().lexer(markdown))) {
    if (token.type === 'heading') sections.push({ heading: headingOf(token), texts: [] });
    else sections.at(-1)?.texts.push(textOf([token]));
  }
  return sections.map(({ heading, texts }) => ({ heading, text: texts.filter(Boolean).join('\n') }));
};

/** Without extensions, marked returns only its own tokens. */
const markedTokens = (tokens: readonly Token[]): readonly MarkedToken[] => tokens as readonly MarkedToken[];

/** Text of tokens: of rows and list items one per line, of code blocks none. */
const textOf = (tokens: readonly Token[]): string => markedTokens(tokens).map(tokenText).join('').trim();

const tokenText = (token: MarkedToken): string => {
  switch (token.type) {
    case 'code':
    case 'html':
      return '';
    case 'br':
    case 'space':
      return '\n';
    case 'table':
      return [token.header, ...token.rows]
        .map((row) => row.map(({ tokens }) => textOf(tokens)).join(' '))
        .join('\n');
    case 'list':
      return token.items.map(({ tokens }) => textOf(tokens)).join('\n');
    default:
      if ('tokens' in token && token.tokens) return markedTokens(token.tokens).map(tokenText).join('');
      return 'text' in token ? token.text : '';
  }
};
