import { Marked } from 'marked';
import { escapeHtml } from '../layout/html.ts';
import { requestToCopy } from '../layout/request-to-copy.ts';

/** A text of the portal: its title, its first sentence, and all of it as HTML. */
export interface Article {
  readonly title: string;
  /** Plain text. */
  readonly lead: string;
  readonly html: string;
}

/** `Only what changed` is `only-what-changed`. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const rendered = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text, lang }) {
      return lang === 'sh'
        ? `${requestToCopy(text, 'request')}\n`
        : `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
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

const firstSentence = /^.+?\.(?= |$)/;

const plain = (markdown: string): string =>
  markdown.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');

/** Reads a Markdown text that begins with its title. Throws where it does not. */
export const article = (markdown: string): Article => {
  const [, title, lead] = /^# (.+)\n\n(.+)/.exec(markdown) ?? [];
  if (title === undefined || lead === undefined)
    throw new Error('a text begins with its title and a paragraph');
  return {
    title,
    lead: firstSentence.exec(plain(lead))?.[0] ?? plain(lead),
    html: rendered.parse(markdown, { async: false }),
  };
};
