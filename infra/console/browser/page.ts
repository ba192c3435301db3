import { errorReply } from '../contract.ts';

/** An operation failed. `code` is the command line's, or `ended` if the console has stopped or has another session. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError';
  code = 'failed';
  fields: Readonly<Record<string, string>> | undefined;
  changed: string | undefined;
}

const storedKey = 'waypost.console';

/** Stores the session key, which only the page that opened the console receives, and clears the used link. */
export const keepSession = (): void => {
  const { key } = document.body.dataset;
  if (key === undefined) return;
  localStorage.setItem(storedKey, key);
  history.replaceState(null, '', location.pathname);
};

/** Calls an operation with an object, as JSON, or with a file. Throws ConsoleError. */
export const call = async (path: string, body?: object): Promise<string> => {
  const isFile = body instanceof Blob;
  const key = { 'x-console-key': localStorage.getItem(storedKey) ?? '' };
  const type = isFile ? 'application/octet-stream' : 'application/json';
  const post = body && {
    method: 'POST',
    headers: { ...key, 'content-type': type },
    body: isFile ? body : JSON.stringify(body),
  };
  const response = await fetch(path, post ?? { headers: key }).catch(() => {
    const stopped = 'The console has stopped. Run `waypost console` again.';
    // A browser cannot read a file that has changed since it was chosen.
    const message = isFile ? `If the file has changed, choose it again. Otherwise: ${stopped}` : stopped;
    throw Object.assign(new ConsoleError(message), { code: 'ended' });
  });
  const text = await response.text();
  if (response.ok) return text;
  const isJson = response.headers.get('content-type') === 'application/json';
  const { data } = errorReply.safeParse(isJson ? JSON.parse(text) : {});
  if (!data)
    throw Object.assign(new ConsoleError(text), { code: response.status === 403 ? 'ended' : 'failed' });
  const { code, message, remedy } = data.error;
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
  const error = new ConsoleError(remedy ? `${sentence} ${remedy}.` : sentence);
  throw Object.assign(error, { code, fields: data.fields, changed: data.changed });
};

/** Shows a sentence above the page, and announces it to screen readers. An empty string removes it. */
export const notify = (text: string, isError = false): void => {
  const notice = document.getElementById('notice');
  if (!notice || notice.textContent === text) return;
  notice.textContent = text;
  notice.classList.toggle('error', isError);
};

export const notifyError = (error: unknown): void =>
  notify(error instanceof Error ? error.message : String(error), true);

/** Runs an operator's action, and shows its error. Meanwhile, the button is busy and ignores clicks. */
export const attempt = async (action: () => Promise<void>, button?: HTMLElement): Promise<void> => {
  if (button?.ariaBusy) return;
  try {
    if (button) button.ariaBusy = 'true';
    notify('');
    await action();
  } catch (error) {
    notifyError(error);
  } finally {
    if (button) button.ariaBusy = null;
  }
};

/** Calls `update` repeatedly while the page is visible, until it returns false or the console no longer responds. */
export const poll = async (milliseconds: number, update: () => Promise<boolean>): Promise<void> => {
  for (;;) {
    try {
      if (!document.hidden && !(await update())) return;
    } catch (error) {
      notifyError(error);
      if (error instanceof ConsoleError && ['ended', 'not_found'].includes(error.code)) return;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
  }
};

/** Parses HTML from the server, which has escaped all text in it. */
export const parseHtml = (text: string): DocumentFragment => {
  const template = document.createElement('template');
  template.innerHTML = text;
  return template.content;
};

/**
 * Makes the content of an element look like another element's, and replaces only nodes that differ. Keeps the focus,
 * selected and typed text, and expanded parts, as long as the structure stays the same.
 */
export const patch = (old: ParentNode & Node, next: ParentNode & Node): void => {
  const present = [...old.childNodes];
  const nodes = [...next.childNodes];
  if (present.length !== nodes.length) return void old.replaceChildren(...nodes);
  for (const [index, node] of nodes.entries()) {
    const before = present[index];
    if (before?.isEqualNode(node)) continue;
    if (before instanceof Element && node instanceof Element && before.tagName === node.tagName) {
      const isStored = before instanceof HTMLInputElement && !isChanged(before);
      for (const { name, value } of node.attributes) before.setAttribute(name, value);
      for (const name of before.getAttributeNames())
        if (name !== 'open' && !node.hasAttribute(name)) before.removeAttribute(name);
      // Once a user has typed into an input, its value no longer follows its attribute.
      if (isStored) before.value = before.defaultValue;
      patch(before, node);
    } else before?.replaceWith(node);
  }
};

export const isChanged = ({ value, defaultValue }: HTMLInputElement): boolean => value !== defaultValue;
