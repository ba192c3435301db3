import type * as jsoncParser from 'jsonc-parser';

const load = (): typeof jsoncParser => require('./jsonc-parser.cjs');

/** Replaces the JSON parser in bundles; the parser lies in its own file, as few operations take a body. */
export const visit: typeof jsoncParser.visit = (text, visitor, options) =>
  load().visit(text, visitor, options);
