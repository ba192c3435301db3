const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes plain text for the content and attributes of HTML. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (each) => entities[each] ?? each);

/** HTML that was made from a template, and is not escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | false | undefined | readonly Content[];

/** Makes HTML from a template. Its values are text, which is escaped, or HTML; those that are false or undefined are left out. */
export const html = (template: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(String.raw(template, ...contents.map(textOf)));

const textOf = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return '';
  return typeof content === 'object' ? content.map(textOf).join('') : escapeHtml(String(content));
};
