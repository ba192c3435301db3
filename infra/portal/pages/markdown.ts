import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { codeBlock } from '../layout/code.ts';
import { Html, html } from '../layout/html.ts';
import type { PageHeading, SearchText } from '../layout/page.ts';
import { recordedAnswerOf } from '../samples/recorded-answers.ts';
import { parseRequestBlock, requestHtml } from '../samples/request-block.ts';
import { besideTheApi } from '../settings.ts';
import { contactsHtml } from './contacts.ts';

export interface RenderedMarkdown {
  readonly html: Html;
  /** Headings of levels 2 and 3, in order. */
  readonly headings: readonly PageHeading[];
  /** Plain text below each heading, without code blocks. The first section has no heading. */
  readonly sections: readonly SearchText[];
}

/**
 * Renders the Markdown of a page: headings with anchors, tables that scroll, highlighted code with copy buttons, and
 * request blocks. `place` names the page in errors. Throws for an invalid request block and for a duplicate anchor.
 */
export const renderMarkdown = (markdown: string, place?: string): RenderedMarkdown => {
  const headings: PageHeading[] = [];
  const marked = new Marked({
    renderer: {
      link: settingLink,
      heading(token) {
        const heading = headingOf(token);
        const { id, text, depth } = heading;
        if (headings.some((each) => each.id === id))
          throw new Error(`${place}: duplicate heading anchor #${id}`);
        headings.push(heading);
        const content = new Html(this.parser.parseInline(token.tokens));
        // The anchor is beside the heading, so that it is not part of the heading's accessible name.
        return html`<div class="heading"><h${depth} id="${id}">${content}</h${depth}><a class="anchor muted" href="#${id}" aria-label="Link to ${text}">#</a></div>`
          .text;
      },
      code({ text, lang = '' }) {
        const [language = '', ...info] = lang.split(' ');
        if (language === 'contacts') return contactsHtml(besideTheApi).text;
        if (language !== 'request') return codeBlock(text, language).text;
        const block = parseRequestBlock(info.join(' '), text, place);
        return requestHtml(block, recordedAnswerOf(block)).text;
      },
      table(token) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  let section = { heading: undefined as PageHeading | undefined, text: '' };
  const sections = [section];
  for (const token of tokens) {
    if (isHeading(token)) {
      section = { heading: headingOf(token), text: '' };
      sections.push(section);
    } else section.text += token.raw;
  }
  return {
    html: new Html(marked.parser(tokens)),
    headings,
    sections: sections.map(({ heading, text }) => ({ heading, text: plainText(text) })),
  };
};

/** Returns inline Markdown, such as a sentence with code and links, as HTML. */
export const renderInline = (markdown: string): Html =>
  new Html(new Marked({ renderer: { link: settingLink } }).parseInline(markdown, { async: false }));

/** Replaces links to the stage's settings, which only browsers know, with their text. */
export const withoutSettings = (markdown: string): string =>
  markdown.replaceAll(/\[([^\]]*)\]\(setting:\w+\)/g, '$1');

/** Returns the text of Markdown, without markup, link addresses and code blocks. */
export const plainText = (markdown: string): string =>
  textOf(new Marked({ renderer: { code: () => '', html: () => '' } }).parse(markdown, { async: false }));

const textOf = (content: string): string =>
  content
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .trim();

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** A link such as `[our team](setting:contact)` is a place where browsers show a setting. Other links are unchanged. */
function settingLink({ href, text }: Tokens.Link): string | false {
  if (!href.startsWith('setting:')) return false;
  if (href === 'setting:contact') return html`<span data-setting="contact">${text}</span>`.text;
  throw new Error(`${href}: only setting:contact can be linked`);
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** `Only what changed` becomes `only-what-changed`. */
const headingOf = ({ text: markdown, depth }: Tokens.Heading): PageHeading => {
  const text = textOf(renderInline(markdown).text);
  const id = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { id, text, depth };
};
