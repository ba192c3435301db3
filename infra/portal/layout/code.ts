import { createCssVariablesTheme, createHighlighterCore, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { sampleLanguages } from '../samples/code-samples.ts';
import { escapeHtml, Html, html } from './html.ts';

const languages = [
  ...sampleLanguages.map((each) => each.highlight),
  ...(['css', 'html', 'http', 'json', 'sql'] as const),
];
const theme = { ...createCssVariablesTheme({ variablePrefix: '--' }), name: 'classes' };
const highlighter = await createHighlighterCore({
  themes: [theme],
  langs: languages.map((each) => bundledLanguages[each]),
  engine: createJavaScriptRegexEngine(),
});

/** CSS classes of tokens, by the variables of shiki's theme. Most reuse a class that exists for another purpose. */
const classes: Readonly<Record<string, string>> = {
  ...{ keyword: 'k', function: 'f', constant: 'warning', comment: 'muted', parameter: 'muted' },
  ...{ string: 'success', 'string-expression': 'success', link: 'success' },
};

/** Example addresses of the API and the portal. Browsers and the local stack replace them with the real ones. */
export const exampleApi = 'https://api.example.com';
const examplePortal = 'https://portal.example.com';

/** Replaces the variables `$API` and `$PORTAL` with the example addresses. */
export const withAddresses = (text: string): string =>
  text.replaceAll('$API', exampleApi).replaceAll('$PORTAL', examplePortal);

/**
 * Returns code as HTML with a class for each kind of token, because the content policy forbids inline styles. `$API`
 * and `$PORTAL` become addresses that the browser replaces; unknown languages are not highlighted.
 */
export const highlight = (code: string, language: string): Html => {
  const text = withAddresses(code);
  const lang = languages.find((each) => each === language.replace('ndjson', 'json')) ?? 'text';
  // By default, shiki stops in the middle of a line after half a second, for example on a busy machine.
  const options = { lang, theme: theme.name, tokenizeTimeLimit: 0 };
  const lines = highlighter.codeToTokensBase(text, options).map(lineHtml);
  return new Html(
    lines
      .join('\n')
      .replaceAll(exampleApi, `<span data-api>${exampleApi}</span>`)
      .replaceAll(examplePortal, `<span data-portal>${examplePortal}</span>`),
  );
};

/** A block of code with a copy button, in whose accessible name `label` describes the block. */
export const codeBlock = (code: string, language: string, label = 'code'): Html =>
  html`<div class="copyable" data-what="${label}"><pre tabindex="0"><code>${highlight(code.trimEnd(), language)}</code></pre></div>`;

/** Returns a line with a class for each kind of token. Adjacent tokens with the same class share an element. */
const lineHtml = (tokens: readonly ThemedToken[]): string => {
  const spans: { text: string; className: string | undefined }[] = [];
  for (const { content, color = '' } of tokens) {
    const className = classes[/^var\(--(?:token-)?(.+)\)$/.exec(color)?.[1] ?? ''];
    const last = spans.at(-1);
    if (last?.className === className && last) last.text += content;
    else spans.push({ text: content, className });
  }
  return spans
    .map(({ text, className }) =>
      className ? `<span class="${className}">${escapeHtml(text)}</span>` : escapeHtml(text),
    )
    .join('');
};
