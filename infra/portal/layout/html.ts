const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Plain text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (each) => entities[each] ?? each);
