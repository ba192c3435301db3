import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../infra/constructs/portal/portal-headers.ts';
import { everyPage } from './pages.ts';
import { visitors } from './visitor.ts';

const newVisitor = visitors();

describe('the headers of a page', () => {
  it('allow only what that page needs', async () => {
    const { page } = await newVisitor();
    for (const path of everyPage) {
      const answer = await page.request.get(path);
      expect(answer.status(), path).toBe(200);
      // The API and the portal have the same address here.
      expect(answer.headers(), path).toMatchObject({
        'content-security-policy': contentSecurityPolicy({ connect: [], overTls: false }),
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'public, max-age=0, must-revalidate',
      });
    }
  });

  it('allow caching of scripts and styles, whose names contain a hash of their content', async () => {
    const { page } = await newVisitor();
    const kept: Record<string, string | undefined> = {};
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (pathname.startsWith('/assets/')) kept[pathname] = answer.headers()['cache-control'];
    });
    await page.goto('/locator/', { waitUntil: 'networkidle' });
    expect(Object.keys(kept).length).toBeGreaterThan(3);
    expect(new Set(Object.values(kept))).toEqual(new Set(['public, max-age=31536000, immutable']));
  });

  it('block injected scripts, and requests to other hosts', async () => {
    const { page, expectComplaint } = await newVisitor();
    expectComplaint(/Content Security Policy/);
    expectComplaint(/violates the document's Content Security Policy/);
    await page.goto('/');
    const outcome = await page.evaluate(`(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.gotIn = true';
      document.body.append(script);
      const asked = await fetch('https://example.com/').then(() => 'answered', () => 'refused');
      return { gotIn: window.gotIn === true, asked };
    })()`);
    expect(outcome).toEqual({ gotIn: false, asked: 'refused' });
  });
});
