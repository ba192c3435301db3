import { createCssVariablesTheme, createHighlighterCoreSync, type ThemedToken } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import bash from 'shiki/langs/bash.mjs';
import csharp from 'shiki/langs/csharp.mjs';
import css from 'shiki/langs/css.mjs';
import go from 'shiki/langs/go.mjs';
import html from 'shiki/langs/html.mjs';
import http from 'shiki/langs/http.mjs';
import java from 'shiki/langs/java.mjs';
import javascript from 'shiki/langs/javascript.mjs';
import json from 'shiki/langs/json.mjs';
import php from 'shiki/langs/php.mjs';
import python from 'shiki/langs/python.mjs';
import sql from 'shiki/langs/sql.mjs';
import typescript from 'shiki/langs/typescript.mjs';
import { lazy } from '../../../shared/domain/lazy.ts';
import { escapeHtml } from './html.ts';

const grammars = [bash, csharp, css, go, html, http, java, javascript, json, php, python, sql, typescript];

/** Classes of tokens in styles/reading.css, by the variables of shiki's theme. */
const classes: Readonly<Record<string, string>> = {
  keyword: 'k',
  string: 's',
  'string-expression': 's',
  constant: 'n',
  function: 'f',
  comment: 'c',
  parameter: 'p',
  link: 's',
};

/** Text that stands for the address of the API in samples. */
const apiVariable = '$API';

/** Address of the API in pages without JavaScript. Browsers replace it with the address of the deployment. */
export const exampleApi = 'https://api.example.com';

/**
 * Returns code as HTML with a class for each kind of token, because the content policy forbids inline styles. `$API`
 * becomes an address that the browser replaces; unknown languages are not highlighted.
 */
export const highlight = (code: string, language: string): string => {
  const text = code.replaceAll(apiVariable, exampleApi);
  const lang = language === 'ndjson' ? 'json' : language;
  const marked = highlighter().getLoadedLanguages().includes(lang)
    ? highlighter()
        .codeToTokensBase(text, { lang, theme: theme.name })
        .map((line) => mergeTokens(line).map(tokenHtml).join(''))
        .join('\n')
    : escapeHtml(text);
  return marked.replaceAll(exampleApi, `<span data-api>${exampleApi}</span>`);
};

/** A block of code with a button to copy it. `label` names the block to people who hear the button. */
export const codeBlock = (code: string, language: string, label = 'code'): string =>
  `<div class="copyable" data-what="${escapeHtml(label)}"><pre tabindex="0"><code>${highlight(code.trimEnd(), language)}</code></pre></div>`;

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
