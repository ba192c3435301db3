declare global {
  interface JSON {
    /** JSON.stringify writes what this gives as the text says, which must be that of a string, number or the like. */
    rawJSON(text: string): object;
  }
}

/** For JSON.stringify: the string that this text makes between quotation marks. Throws SyntaxError where it makes none. */
export const jsonStringOf = (text: string): object => JSON.rawJSON(`"${text}"`);
