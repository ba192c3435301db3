/** What the filters by texts that may have commas say of these. */
export const commaWords = ' A value that has a comma in it must be the only one.';

/** What holds for every service alike, as the beginning of each document says it. */
export const commonWords = `
**Keys.** Every request carries a key in the header \`AUTH-KEY\`, unless its operation says otherwise. A key is never sent
in the address.

**Parameters.** A parameter that is given without a value counts as absent. A comma-separated list has at most 100 values
of at most 120 characters each. Spaces and tabs around the commas are ignored, duplicates count once, and an empty value is
an error. Only a parameter of type array may be repeated. Parameters that are not listed are ignored. All parameters of a
URL, those of the path and the whole query, may have at most 8,192 characters together.

**Errors.** Each answer that is an error has a body of the same form, with an \`id\`
for every problem. Quote it, or the header \`x-amzn-requestid\`, when you contact support.

**Limits.** The plan of a key allows so many requests a second, which \`x-ratelimit-limit-second\` tells. Beyond them the
answer is 429 with \`retry-after\`. The same header stands beside 503.

**Changes.** Answers may get new fields; clients ignore those that they do not know.

**Browsers** of any origin may call. Answers of 1 KiB and more are compressed for clients that accept \`gzip\`.
`.trim();
