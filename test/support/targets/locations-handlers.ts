// Imported first, because the files of streaming handlers use it when they load.
import '../streaming-runtime.ts';

import { basename } from 'node:path';
import { locationsV2 } from '../../../infra/routes/locations-v2.ts';
import { locationsV3 } from '../../../infra/routes/locations-v3.ts';
import type { PublishedAvailability } from '../../../shared/data-access/availability/published-availability.ts';
import type { PublishedCatalogue } from '../../../shared/domain/location/catalogue/catalogue.ts';
import type { ExportLink } from '../../../shared/domain/publication/work-centre-export.ts';
import { fixtureAvailability } from '../fixture/fixture-catalogue.ts';
import type { KeyContext } from '../gateway/gateway-event-of.ts';
import type { ApiTarget } from './api-target.ts';
import { type HandlersByOperation, routeTarget } from './handler-target.ts';

interface Ports {
  readonly catalogue: PublishedCatalogue;
  readonly link: ExportLink;
  readonly availability?: PublishedAvailability;
}

const operations = [...locationsV2, ...locationsV3];

/** Functions that create handlers: `find-points-near.ts` exports `findPointsNear`. */
const factories = await Promise.all(
  operations.map(async ({ operationId, handler }) => {
    const file = basename(handler, '.ts');
    // Bundlers find the files because of these literals.
    const module = handler.startsWith('functions/locations-v2/')
      ? await import(`../../../functions/locations-v2/${file}.ts`)
      : await import(`../../../functions/locations-v3/${file}.ts`);
    const name = file.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    if (typeof module[name] !== 'function') throw new Error(`${handler} does not export ${name}`);
    return { operationId, create: module[name] };
  }),
);

/** Operations that also show whether work centres accept parcels. */
const ofWorkCentres: ReadonlySet<string> = new Set(['getWorkCentres', 'getWorkCentreByID']);

const handlersOver = ({ catalogue, link, availability = fixtureAvailability }: Ports): HandlersByOperation =>
  Object.fromEntries(
    factories.map(({ operationId, create }) => [
      operationId,
      create(
        operationId === 'exportWorkCentres' ? link : catalogue,
        ...(ofWorkCentres.has(operationId) ? [availability] : []),
      ),
    ]),
  );

export const locationsHandlers = (ports: Ports, context: KeyContext = {}): ApiTarget =>
  routeTarget(operations, handlersOver(ports), context);
