/** Quotes text for a shell if necessary, so that it is one word of a command line. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
