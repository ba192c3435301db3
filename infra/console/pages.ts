import { escapeHtml } from '../portal/layout/html.ts';

const pages = [
  { path: '/', name: 'overview', title: 'Overview' },
  { path: '/import', name: 'import', title: 'Import' },
  { path: '/locations', name: 'locations', title: 'Locations' },
] as const;

/**
 * Creates a function that returns the HTML of a page, which its script fills. `stackName` says on which stack the console
 * works. The page that opens the console gets the key of the session, and the others take it from the browser.
 */
export const pageAt =
  (stackName: string) =>
  (path: string, pageKey: string | undefined): string | undefined => {
    const page = pages.find((each) => each.path === path);
    if (!page) return undefined;
    const links = pages.map(
      (each) =>
        `<li><a href="${each.path}"${each === page ? ' aria-current="page"' : ''}>${each.title}</a></li>`,
    );
    return `<!doctype html>
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
<body data-page="${page.name}"${pageKey === undefined ? '' : ` data-key="${pageKey}"`}>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site-header">
<span class="site-name">Waypost <span class="site-kind">Console</span></span>
<span class="stage">${escapeHtml(stackName)}</span>
<nav aria-label="Console"><ul>${links.join('')}</ul></nav>
</header>
<main id="content" tabindex="-1">
<h1>${page.title}</h1>
<p id="notice" role="status"></p>
<div id="page"></div>
</main>
</body>
</html>
`;
  };
