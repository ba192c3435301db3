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

/** HTML, which is not escaped again when it is inserted into a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Html | string | number | false | undefined | readonly Content[];

/** Returns HTML from a template. Escapes text values, but not HTML values. Omits false and undefined. */
export const html = (template: TemplateStringsArray, ...contents: readonly Content[]): Html =>
  new Html(String.raw(template, ...contents.map(textOf)));

const textOf = (content: Content): string => {
  if (content instanceof Html) return content.text;
  if (content === undefined || content === false) return '';
  return typeof content === 'object' ? content.map(textOf).join('') : escapeHtml(String(content));
};
