import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** All that the logs of a stack hold, by the name of the file. */
export const logsOf = async (dataDirectory: string): Promise<Readonly<Record<string, string>>> => {
  const files = (await readdir(dataDirectory)).filter((name) => name.endsWith('.log'));
  const texts = files.map(async (name) => [name, await readFile(join(dataDirectory, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
};

/** Base64 of whatever contains the text: it reads otherwise at each of three places, and its ends depend on the rest. */
const inBase64 = (text: string): string[] =>
  [0, 1, 2].map((before) => {
    const encoded = Buffer.from(`${' '.repeat(before)}${text}`).toString('base64');
    const whole = Math.floor((before + text.length) / 3) * 4;
    return encoded.slice(before === 0 ? 0 : 4, whole);
  });

/** A text as a log may hold it: as it is, percent-encoded, as a string of JSON, and within something in base64. */
const formsOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  JSON.stringify(text).slice(1, -1),
  ...inBase64(text),
];

/** The secrets that a text holds, in whatever form. */
export const secretsIn = (text: string, secrets: readonly string[]): readonly string[] =>
  secrets.filter((secret) => formsOf(secret).some((form) => text.includes(form)));
