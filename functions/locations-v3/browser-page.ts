import * as z from 'zod/mini';
import { isBrowserKey } from '../../shared/http/browser-origin.ts';
import type { Problem } from '../../shared/http/errors.ts';
import { type GatewayEvent, headerOf } from '../../shared/http/gateway-event.ts';
import { prefersGeoJson } from '../../shared/http/headers.ts';
import { capabilities, fieldsParameter, type SelectedFields } from './fields.ts';
import { pageQuery } from './paging.ts';

/** Maximum page size for a browser key if the page has capabilities. A page of 100 post offices may be 15 MB. */
export const maxBrowserPage = 20;

const { size, fields } = { ...pageQuery({ defaultSize: maxBrowserPage, maxSize: 100 }), ...fieldsParameter };

/**
 * Returns a violation if a browser key requests a large page with capabilities. GeoJSON pages are exempt, because they
 * contain only the ids of capabilities.
 */
export const browserPageViolations = (event: GatewayEvent): readonly Problem[] => {
  if (!isBrowserKey(event) || prefersGeoJson(headerOf(event, 'accept'))) return [];
  const query = event.multiValueQueryStringParameters;
  const requested = z.safeParse(size, query.size).data ?? 0;
  const selected = z.safeParse(fields, query.fields);
  // Invalid `fields` are reported elsewhere. Whether they would leave out capabilities is unknown.
  if (requested <= maxBrowserPage || !selected.success || leavesOutCapabilities(selected.data)) return [];
  const detail = `size: must be at most ${maxBrowserPage} with this key, unless capabilities are left out (see fields)`;
  return [{ detail, parameter: 'size' }];
};

const leavesOutCapabilities = (selected: SelectedFields | undefined): boolean =>
  selected !== undefined &&
  selected.capabilities !== 'all' &&
  ![...selected.extras].some((name) => name.startsWith(`${capabilities}.`));
