/** Quotes text for a shell if necessary, so that it is one word of a command line. */
export const asWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

export const defaultDataDirectory = '.local';

/** Returns ` --data-dir FOLDER`, or nothing if the command would use this data directory anyway. */
export const dataDirOption = (folder: string): string => {
  const { WAYPOST_DATA_DIR, WAYPOST_STAGE } = process.env;
  return folder === defaultDataDirectory && !WAYPOST_DATA_DIR && !WAYPOST_STAGE
    ? ''
    : ` --data-dir ${asWord(folder)}`;
};
