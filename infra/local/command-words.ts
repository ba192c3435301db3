/** Quotes text for a shell if necessary, so that it is one word of a command line. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const defaultDataDirectory = '.local';

/**
 * Returns the option that selects a data directory, with a space before it. Returns an empty string for the default
 * directory, unless the environment selects a stack, which the command would use instead.
 */
export const dataDirOption = (folder: string): string => {
  const { WAYPOST_DATA_DIR, WAYPOST_STAGE } = process.env;
  return folder === defaultDataDirectory && !WAYPOST_DATA_DIR && !WAYPOST_STAGE
    ? ''
    : ` --data-dir ${asWord(folder)}`;
};
