import { execFileSync } from 'node:child_process';
import type { Locator, Page, Request } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod';
import { referenceServices } from '../../infra/portal/reference/operations.ts';
import { expectAccessible, findings } from './accessibility.ts';
import { keepKey } from './key-of-visitor.ts';
import { phone, visitors } from './visitor.ts';

const newVisitor = visitors();
const { key, sandboxKey, network } = inject('portal');
const operations = referenceServices().flatMap((service) => service.operations);
const pageOf = (operationId: string): string =>
  operations.find((each) => each.operationId === operationId)?.page ?? '';

const formOf = (page: Page) => {
  const form = page.locator('form[data-operation]');
  const response = page.getByRole('region', { name: 'Response of the API' });
  return {
    form,
    response,
    status: response.getByRole('heading'),
    send: form.getByRole('button', { name: 'Send' }),
    field: (name: string) => form.locator(`[name="${name}"]`),
  };
};

const sendFrom = async (page: Page): Promise<{ request: Request; status: string }> => {
  const { send, status } = formOf(page);
  const announced = page.locator('form [role=status]');
  await announced.evaluate((element) => element.replaceChildren());
  const [request] = await Promise.all([
    page.waitForRequest(/\/locations\/|bill-management-api/),
    send.click(),
  ]);
  await expect.poll(() => announced.textContent()).toMatch(/^Response: /);
  return { request, status: (await status.textContent()) ?? '' };
};

const sent = (request: Request) => ({
  method: request.method(),
  url: request.url(),
  headers: headersIn(Object.entries(request.headers())),
  body: request.postData() ?? undefined,
});

/** Headers that the page sets, sorted. Browsers add others. */
const headersIn = (headers: readonly (readonly [string, string])[]): readonly string[] =>
  headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(
      ([name, value]) =>
        /^(auth-key|content-type|idempotency-key|if-|waypost-)/.test(name) ||
        (name === 'accept' && value !== '*/*'),
    )
    .map((header) => header.join(': '))
    .sort();

/** Runs a sample with a function in place of curl, and returns the request that curl would send. */
const curlRequest = (sample: string) => {
  const script = `curl() { printf '%s\\0' "$@"; }\n${sample}`;
  const args = execFileSync('bash', ['--norc', '-c', script], {
    encoding: 'utf8',
    env: { AUTH_KEY: key },
  }).split('\0');
  const after = (option: string) => args.flatMap((arg, at) => (args[at - 1] === option ? [arg] : []));
  const [body] = after('-d');
  return {
    method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    url: args.find((arg) => /^https?:/.test(arg)),
    headers: headersIn(after('-H').map((line) => line.split(/: (.*)/s) as [string, string])),
    body,
  };
};

const filledFields = async (form: Locator): Promise<readonly (readonly [string, string])[]> => {
  const fields = await form
    .locator('[name]')
    .evaluateAll((all: { name?: string; value?: string }[]) =>
      all.map(({ name = '', value = '' }) => [name, value] as const),
    );
  return fields.filter(([, value]) => value !== '');
};

const fieldsIn = (request: Request, template: string): readonly (readonly [string, string])[] => {
  const url = new URL(request.url());
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  const segments = pattern.exec(url.pathname)?.slice(1) ?? [];
  const body: unknown = JSON.parse(request.postData() ?? '{}');
  return [
    ...segments.map((value, index) => [`path.${names[index]}`, decodeURIComponent(value)] as const),
    ...[...url.searchParams].map(([name, value]) => [`query.${name}`, value] as const),
    ...Object.entries(request.headers())
      .filter(
        ([name, value]) =>
          /^(idempotency-key|if-none-match|waypost-.+)$/.test(name) || (name === 'accept' && value !== '*/*'),
      )
      .map(([name, value]) => [`header.${name}`, value] as const),
    ...Object.entries(z.record(z.string(), z.unknown()).parse(body)).map(
      ([name, value]) => [`body.${name}`, String(value)] as const,
    ),
  ];
};

const sorted = (fields: readonly (readonly [string, string])[]) => fields.map(String).sort();

describe("every operation's page", () => {
  it.each(operations)(
    'sends exactly what it shows, for $operationId',
    async ({ page: address, path, summary }) => {
      const { page } = await newVisitor();
      await keepKey(page);
      await page.goto(address);
      const { form, response, status } = formOf(page);
      await page.getByRole('heading', { level: 1, name: summary }).waitFor();
      expect(await page.getByRole('main').count()).toBe(1);
      await page.waitForLoadState('networkidle');

      const examples = await form.getByRole('group', { name: 'Examples' }).getByRole('button').all();
      for (const example of [undefined, ...examples.slice(1, -1)]) {
        await example?.click();
        const filled = await filledFields(form);
        const shown = await page.locator('[data-url]').textContent();
        const sample = (await page.locator('[data-sample]').textContent()) ?? '';
        expect(await page.getByLabel('Simulate a failure').isVisible()).toBe(false);

        const { request, status: text } = await sendFrom(page);
        const name = `${request.url()} ${await response.textContent()}`;
        expect(text, name).toMatch(/^2\d\d /);
        expect(shown).toBe(`${request.method()} ${request.url()}`);
        expect(curlRequest(sample)).toEqual(sent(request));
        expect(sorted(fieldsIn(request, path))).toEqual(sorted(filled));

        expect(await status.evaluate((element) => element.matches(':focus'))).toBe(true);
        await expect
          .poll(() => status.evaluate((element) => element.getBoundingClientRect().top))
          .toBeLessThan(500);
        expect(await form.getByRole('status').textContent()).toContain(text);
        expect(await page.content()).not.toContain(key.slice(8));
      }
      expect(await findings(page)).toEqual([]);
    },
  );
});

describe("an operation's form", () => {
  type Options = Parameters<typeof newVisitor>[0] & { readonly key?: string };
  /** Visits an operation's page with a key, by default the stack's. */
  const visit = async (operationId: string, { key: given = key, ...options }: Options = {}) => {
    const visitor = await newVisitor(options);
    if (given !== '') await keepKey(visitor.page, given);
    await visitor.page.goto(pageOf(operationId));
    await expect.poll(() => formOf(visitor.page).send.first().isEnabled()).toBe(true);
    return { ...visitor, ...formOf(visitor.page), url: visitor.page.locator('[data-url]') };
  };

  it('sends a field once it is filled, and leaves it out once it is cleared', async () => {
    const { page, form, field, url } = await visit('getWorkCentres', { key: '' });
    await form.getByRole('button', { name: 'Clear' }).click();
    expect(await filledFields(form)).toEqual([]);
    const address = `GET ${inject('portal').url}/locations/v3/workcentres`;
    expect(await url.textContent()).toBe(address);
    await field('query.location[addresses.type]').fill('STREET_ADDRESS');
    await field('header.accept').selectOption('application/geo+json');
    expect(await url.textContent()).toBe(`${address}?location%5Baddresses.type%5D=STREET_ADDRESS`);
    expect(await page.locator('[data-sample]').textContent()).toContain('accept: application/geo+json');
    await field('query.location[addresses.type]').fill('');
    await field('header.accept').selectOption('');
    expect(await url.textContent()).toBe(address);
    expect(await page.locator('[data-sample]').textContent()).not.toContain('accept');
  });

  it('asks for a key before it sends a request', async () => {
    const { page, send } = await visit('getWorkCentres', { key: '' });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await send.click();
    await page.getByRole('dialog', { name: 'Enter your key' }).waitFor();
    expect(requests).toEqual([]);
  });

  it('shows the request in the chosen language, which is remembered', async () => {
    const { page } = await visit('enquiry');
    const sample = page.locator('[data-sample]');
    await page.getByLabel('Sample in').selectOption('Python');
    expect(await sample.textContent()).toContain('os.environ["AUTH_KEY"]');
    await page.goto(pageOf('getPlaces'));
    await expect.poll(() => sample.textContent()).toContain('urllib.request');
  });

  it('simulates failures with a sandbox key', async () => {
    const { page, expectComplaint, send } = await visit('getWorkCentres');
    expectComplaint(/status of 429/);
    await keepKey(page, sandboxKey, { sandbox: true });
    await page.reload();
    await send.waitFor();
    await page.getByLabel('Simulate a failure').selectOption('429');
    const { request, status } = await sendFrom(page);
    expect(await request.headerValue('waypost-simulate')).toBe('429');
    expect(status).toBe('429 Too Many Requests');
    expect(await page.getByText('retry-after').count()).toBeGreaterThan(0);
  });

  it('fills in a work centre and a biller that exist', async () => {
    const { field } = await visit('getWorkCentreByID');
    const [first] = network
      .filter(({ type }) => type === 'PO')
      .map(({ id }) => id)
      .sort();
    await expect.poll(() => field('path.id').inputValue()).toBe(first);
  });

  it('explains a redirect instead of following it', async () => {
    const { page, field, response } = await visit('exportWorkCentres');
    await field('query.redirect').selectOption('');
    const responses: string[] = [];
    page.on('response', (each) => responses.push(each.url()));
    const { status } = await sendFrom(page);
    expect(status).toBe('302 Found');
    expect(await response.textContent()).toContain('set redirect to false');
    expect(responses).toEqual([`${inject('portal').url}/locations/v3/export/workcentres`]);
  });

  it('sends a POST with a live key only after confirmation', async () => {
    const { page, send } = await visit('enquiry', { key: key.replace('wp_test_', 'wp_live_') });
    await page.route('**/enquiries', (route) => route.fulfill({ json: { referenceNumber: '7K3M' } }));
    const box = page.getByRole('checkbox', { name: /live key/ });
    // The form is ready once the settings have arrived.
    await box.waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await send.click();
    await expect.poll(() => box.evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(requests).toEqual([]);
    await box.check();
    expect((await sendFrom(page)).status).toMatch(/^200/);
    await page.goto(pageOf('getBillTypes'));
    expect(await box.isVisible()).toBe(false);
  });

  it('shows a 304 response for an ETag that is still current', async () => {
    const { page, field, response } = await visit('getOperationalCapabilities');
    await sendFrom(page);
    const tag = response.locator('dt', { hasText: 'etag' }).locator('xpath=../dd');
    await field('header.if-none-match').fill((await tag.textContent()) ?? '');
    expect((await sendFrom(page)).status).toBe('304 Not Modified');
    expect(await response.textContent()).toContain('The response has no body.');
  });

  it('says so if there is no response', async () => {
    const { page, expectComplaint } = await visit('getPlaces');
    expectComplaint(/ERR_FAILED/);
    await page.route('**/locations/v3/places**', (route) => route.abort());
    expect((await sendFrom(page)).status).toBe('No response');
  });

  it('has one Send button at every width', async () => {
    const { page, send } = await visit('getPlaces', { key: '' });
    for (const width of [390, 900, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await send.count(), `${width} pixels`).toBe(1);
    }
  });

  it('shows the response on a phone, and nothing overlaps', async () => {
    const { page, see, status } = await visit('getWorkCentres', { ...phone, colorScheme: 'dark' });
    await see('reference-phone');
    await sendFrom(page);
    const box = await status.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(300);
    await expectAccessible(page);
    const covered = await page.evaluate(`(() => {
      scrollTo(0, 0);
      return [...document.querySelectorAll('.site-header :is(a, button), h1, .endpoint code, .controls button')].filter((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        if (width === 0 || y + height > innerHeight - 80) return false;
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return !part.contains(top);
      }).map((part) => part.textContent);
    })()`);
    expect(covered).toEqual([]);
    const small =
      await page.evaluate(`[...document.querySelectorAll('.operation :is(input:not([type=checkbox]), select, .button)')]
      .filter((part) => part.offsetWidth > 0 && part.offsetHeight < 44).map((part) => part.outerHTML)`);
    expect(small).toEqual([]);
  });
});
