import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads all logs of a stack, also those that were set aside, by file name. */
export const logsOf = async (dataDirectory: string): Promise<Readonly<Record<string, string>>> => {
  const files = (await readdir(dataDirectory)).filter((name) => /\.log(\.1)?$/.test(name));
  const texts = files.map(async (name) => [name, await readFile(join(dataDirectory, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
};

/**
 * Returns the base64 forms of a text within other content: one for each of three alignments, without the ends, which
 * depend on the rest.
 */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${' '.repeat(before)}${text}`).toString('base64');
    const whole = Math.floor((before + text.length) / 3) * 4;
    return encoded.slice(before === 0 ? 0 : 4, whole);
  });

/** Returns the forms of a text in a log: plain, percent-encoded, as a JSON string, and within base64. */
const formsOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  ...inBase64(text),
];

/** Returns the secrets that a text contains in any form. */
export const secretsIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
