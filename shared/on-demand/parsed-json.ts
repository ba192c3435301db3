import type * as jsoncParser from 'jsonc-parser';

const load = (): typeof jsoncParser => require('./jsonc-parser.cjs');

/** What bundles have in the place of the parser of JSON, which lies in a file of its own: few operations take a body. */
export const visit: typeof jsoncParser.visit = (text, visitor, options) =>
  load().visit(text, visitor, options);
