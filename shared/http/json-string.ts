declare global {
  interface JSON {
    /** Returns an object that JSON.stringify writes as this text, which must be the JSON of a primitive value. */
    rawJSON(text: string): object;
  }
}

/**
 * Returns an object that JSON.stringify writes as a string with this escaped content. Throws SyntaxError if it is not
 * valid.
 */
export const jsonStringOf = (text: string): object => JSON.rawJSON(`"${text}"`);
