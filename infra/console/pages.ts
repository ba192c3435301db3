import { importKinds } from '../../shared/data-access/importing/import-kinds.ts';
import { html } from '../portal/layout/html.ts';

/** Label of the checkbox that has the effect of `--force` on the command line. */
export const allowLosses = 'Allow removing all records, and large losses and changes';

const importForm = html`<form class="box" id="import-form" hidden><fieldset>
<div><label for="file">Drop a file here, or choose one</label>
<input type="file" class="drop" id="file" accept=".ndjson,.csv,.gz,.json" aria-describedby="formats" required>
<span class="small muted" id="formats">NDJSON or CSV, plain or gzip</span></div>
<div><label for="kind">Kind of records</label><select class="input" id="kind" name="kind">
${importKinds.map((kind) => html`<option>${kind}</option>`)}
</select></div>
<div><label for="mode">What the file contains</label><select class="input" id="mode" name="mode">
<option value="replace">All records: records that are not in the file are removed</option>
<option value="merge">Some records: none are removed</option>
</select></div>
<label class="check"><input type="checkbox" name="force"> ${allowLosses}</label>
<button type="submit" class="button primary">Check the file</button>
</fieldset></form>
<div id="dry-run"></div>`;

const finder = html`<div class="split"><div class="finder">
<div><label for="search">Find by any text</label><input class="input" type="search" id="search" autocomplete="off"></div>
<a class="button" href="/locations?new">New location</a>
<p class="muted" id="count" role="status"></p>
<ul class="plain-list results" id="results"></ul>
</div>
<div id="map"></div></div>
<div id="details"></div>`;

const pages = [
  { path: '/', name: 'overview', title: 'Overview', content: undefined },
  { path: '/import', name: 'import', title: 'Import', content: importForm },
  { path: '/locations', name: 'locations', title: 'Locations', content: finder },
];

/** Returns the HTML of pages. `pageKey` is the session key, which only the page that opens the console gets. */
export const pageAt =
  (stackName: string) =>
  (path: string, pageKey: string | undefined): string | undefined => {
    const page = pages.find((each) => each.path === path);
    if (!page) return undefined;
    const item = (each: typeof page) =>
      html`<li><a href="${each.path}"${each === page && html` aria-current="page"`}>${each.title}</a></li>`;
    return html`<!doctype html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Waypost console</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/console.css">
<script type="module" src="/assets/console.js"></script>
</head>
<body data-page="${page.name}"${pageKey !== undefined && html` data-key="${pageKey}"`}>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<span class="site-name"><b>Waypost</b> <span class="site-kind muted">Console</span></span>
<span class="tag stage">${stackName}</span>
<nav aria-label="Console"><ul class="row plain-list">${pages.map(item)}</ul></nav>
</header>
<main id="content" tabindex="-1">
<h1>${page.title}</h1>
<p class="notice" id="notice" role="status"></p>
<div id="page">${page.content}</div>
</main>
</body>
</html>
`.text;
  };
