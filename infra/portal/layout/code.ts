import { createCssVariablesTheme, createHighlighterCoreSync, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import bash from 'shiki/langs/bash.mjs';
import csharp from 'shiki/langs/csharp.mjs';
import css from 'shiki/langs/css.mjs';
import go from 'shiki/langs/go.mjs';
import htmlGrammar from 'shiki/langs/html.mjs';
import http from 'shiki/langs/http.mjs';
import java from 'shiki/langs/java.mjs';
import javascript from 'shiki/langs/javascript.mjs';
import json from 'shiki/langs/json.mjs';
import php from 'shiki/langs/php.mjs';
import python from 'shiki/langs/python.mjs';
import sql from 'shiki/langs/sql.mjs';
import typescript from 'shiki/langs/typescript.mjs';
import { lazy } from '../../../shared/domain/lazy.ts';
import { escapeHtml, Html, html } from './html.ts';

const grammars = [
  bash,
  csharp,
  css,
  go,
  htmlGrammar,
  http,
  java,
  javascript,
  json,
  php,
  python,
  sql,
  typescript,
];

/** Classes of tokens, by the variables of shiki's theme. Most share the colour of another class. */
const classes: Readonly<Record<string, string>> = {
  ...{ keyword: 'k', function: 'f', constant: 'warning', comment: 'muted', parameter: 'muted' },
  ...{ string: 'success', 'string-expression': 'success', link: 'success' },
};

/** Addresses of the API and of the portal in samples, which browsers and the local stack replace with the real ones. */
export const exampleApi = 'https://api.example.com';
const examplePortal = 'https://portal.example.com';

/** Replaces the variables that stand for these addresses in guides. */
export const withAddresses = (text: string): string =>
  text.replaceAll('$API', exampleApi).replaceAll('$PORTAL', examplePortal);

/**
 * Returns code as HTML with a class for each kind of token, because the content policy forbids inline styles. `$API`
 * and `$PORTAL` become addresses that the browser replaces; unknown languages are not highlighted.
 */
export const highlight = (code: string, language: string): Html => {
  const text = withAddresses(code);
  const lang = language === 'ndjson' ? 'json' : language;
  const marked = highlighter().getLoadedLanguages().includes(lang)
    ? highlighter()
        .codeToTokensBase(text, { lang, theme: theme.name })
        .map((line) => mergeTokens(line).map(tokenHtml).join(''))
        .join('\n')
    : escapeHtml(text);
  return new Html(
    marked
      .replaceAll(exampleApi, `<span data-api>${exampleApi}</span>`)
      .replaceAll(examplePortal, `<span data-portal>${examplePortal}</span>`),
  );
};

/** A block of code with a button to copy it. `label` names the block to people who hear the button. */
export const codeBlock = (code: string, language: string, label = 'code'): Html =>
  html`<div class="copyable" data-what="${label}"><pre tabindex="0"><code>${highlight(code.trimEnd(), language)}</code></pre></div>`;

const theme = { ...createCssVariablesTheme({ variablePrefix: '--' }), name: 'classes' };

/** Loading the grammars takes 0.1 s, which only a build needs. */
const highlighter = lazy(() =>
  createHighlighterCoreSync({ themes: [theme], langs: grammars, engine: createJavaScriptRegexEngine() }),
);

interface Span {
  readonly text: string;
  readonly className: string | undefined;
}

/** Joins tokens with the same class. */
const mergeTokens = (tokens: readonly ThemedToken[]): readonly Span[] => {
  const spans: Span[] = [];
  for (const { content, color = '' } of tokens) {
    const className = classes[/^var\(--(?:token-)?(.+)\)$/.exec(color)?.[1] ?? ''];
    const last = spans.at(-1)?.className === className ? spans.pop() : undefined;
    spans.push({ text: `${last?.text ?? ''}${content}`, className });
  }
  return spans;
};

const tokenHtml = ({ text, className }: Span): string =>
  className ? `<span class="${className}">${escapeHtml(text)}</span>` : escapeHtml(text);
