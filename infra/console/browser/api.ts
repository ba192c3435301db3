import type * as z from 'zod';
import { errorReply } from '../contract.ts';

/** An error of an operation, with what to do. `code` is that of the command line, `fields` says what is wrong with each. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  readonly code: string;
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(message: string, code: string, fields?: Readonly<Record<string, string>>) {
    super(message);
    this.code = code;
    this.fields = fields;
  }
}

const storedKey = 'waypost.console';

/** Keeps the page's half of the session, which only the page that opens the console has, and clears the used link. */
export const keepSession = (): void => {
  const { key } = document.body.dataset;
  if (key === undefined) return;
  localStorage.setItem(storedKey, key);
  history.replaceState(null, '', location.pathname);
};

/** Calls an operation. Throws ConsoleError, also if the console has ended. */
export const call = async <Reply>(
  path: string,
  reply: z.ZodType<Reply>,
  request: { readonly body?: object; readonly file?: Blob } = {},
): Promise<Reply> => {
  const { body, file } = request;
  const key = { 'x-console-key': localStorage.getItem(storedKey) ?? '' };
  const json = { ...key, 'content-type': 'application/json' };
  const post = file
    ? { method: 'POST', headers: { ...key, 'content-type': 'application/octet-stream' }, body: file }
    : body && { method: 'POST', headers: json, body: JSON.stringify(body) };
  const response = await fetch(path, post ?? { headers: key }).catch(() => {
    throw new ConsoleError('The console has ended. Start `waypost console` again.', 'ended');
  });
  if (response.ok) return reply.parse(await response.json());
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  const { data } = errorReply.safeParse(isJson ? JSON.parse(text) : {});
  if (!data) throw new ConsoleError(text, 'failed');
  const { code, message, remedy } = data.error;
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  throw new ConsoleError(remedy ? `${sentence}. ${remedy}.` : `${sentence}.`, code, data.fields);
};

/** Shows a sentence above the page, which screen readers read. An empty one removes it. */
export const notify = (text: string, isError = false): void => {
  const notice = document.getElementById('notice');
  if (!notice || notice.textContent === text) return;
  notice.textContent = text;
  notice.classList.toggle('error', isError);
};

/** Runs an action of the operator, and shows its error. */
export const attempt = async (action: () => Promise<void>): Promise<void> => {
  try {
    notify('');
    await action();
  } catch (error) {
    notify(error instanceof Error ? error.message : String(error), true);
  }
};

/** Calls back again and again while the page is visible, and stops if the callback returns false. */
export const poll = async (milliseconds: number, update: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    if (!document.hidden && !(await update())) return;
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  }
};

const instant = new Intl.DateTimeFormat('en-AU', { dateStyle: 'medium', timeStyle: 'medium' });
const number = new Intl.NumberFormat('en-AU');

export const formatInstant = (time: string): string => instant.format(new Date(time));
export const formatCount = (count: number): string => number.format(count);
