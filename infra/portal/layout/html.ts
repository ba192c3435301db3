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
