import { Marked, Renderer, type Token, type Tokens } from 'marked';
import { codeBlock } from '../layout/code.ts';
import { Html, html } from '../layout/html.ts';
import type { PageHeading, PageSection } from '../layout/page.ts';
import { parseRequestBlock, requestHtml } from '../samples/request-block.ts';
import { besideTheApi } from '../settings.ts';
import { contactsHtml } from './contacts.ts';

/**
 * Renders the Markdown of a page: headings with anchors, tables that scroll, highlighted code with copy buttons, and
 * request blocks. Also returns the plain text below each heading. `place` names the page in errors. Throws for an
 * invalid request block and for a duplicate anchor.
 */
export const renderMarkdown = (markdown: string, place?: string) => {
  const marked = new Marked({
    renderer: {
      link: settingLink,
      heading(token) {
        const { id, text, depth } = headingOf(token);
        const content = new Html(this.parser.parseInline(token.tokens));
        // The anchor is beside the heading, so that it is not part of the heading's accessible name.
        return html`<div class="heading"><h${depth} id="${id}">${content}</h${depth}><a class="anchor muted" href="#${id}" aria-label="Link to ${text}">#</a></div>`
          .text;
      },
      code({ text, lang = '' }) {
        const [language = '', ...info] = lang.split(' ');
        if (language === 'contacts') return contactsHtml(besideTheApi).text;
        if (language !== 'request') return codeBlock(text, language).text;
        return requestHtml(parseRequestBlock(info.join(' '), text, place)).text;
      },
      table(token) {
        return `<div class="table" tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  let section: PageSection = { text: '' };
  const sections = [section];
  for (const token of tokens) {
    if (isHeading(token)) {
      const heading = headingOf(token);
      if (sections.some((each) => each.heading?.id === heading.id))
        throw new Error(`${place}: duplicate heading anchor #${heading.id}`);
      section = { heading, text: '' };
      sections.push(section);
    } else section.text += token.raw;
  }
  return {
    html: new Html(marked.parser(tokens)),
    sections: sections.map(({ heading, text }): PageSection => ({ heading, text: plainText(text) })),
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
