import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import * as z from 'zod';
import type { Service } from '../../shared/domain/access/service.ts';

const document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ operationId: z.string(), summary: z.string() })),
  ),
});

export interface DescribedOperation {
  readonly operationId: string;
  /** Method in capitals, such as `GET`. */
  readonly method: string;
  /** Path below the service's base path. */
  readonly path: string;
  readonly summary: string;
}

/** Returns the operations of a service, from its OpenAPI document in the repository. */
export const describedOperations = async (service: Service): Promise<readonly DescribedOperation[]> => {
  const file = new URL(`../../docs/openapi/${service}.json`, import.meta.url);
  const { paths } = document.parse(JSON.parse(await readFile(file, 'utf8')));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary }]) => ({
      operationId,
      summary,
      path,
      method: method.toUpperCase(),
    })),
  );
};

/** Opens the reference of a service, and waits until all its operations are shown. */
export const visitReference = async (page: Page, service: Service): Promise<void> => {
  await page.goto(`/reference/${service}/`);
  await page.getByRole('heading', { name: 'Endpoints' }).first().waitFor();
  for (const group of await page.getByRole('button', { name: /^Open Group - (?!Models)/ }).all()) {
    if (await group.isVisible()) await group.click();
  }
};
