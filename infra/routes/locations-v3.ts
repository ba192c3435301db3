import { basePathOf } from '../../shared/domain/access/service.ts';
import type { Route } from './route.ts';

const base = basePathOf['locations-v3'];

const read = (operationId: string, path: string, handler: string): Route => ({
  operationId,
  method: 'GET',
  path: `${base}${path}`,
  handler: `functions/locations-v3/${handler}.ts`,
  access: ['published:read'],
});

/** Operations of locations v3. What shows work centres streams them. */
export const locationsV3: readonly Route[] = [
  { ...read('getWorkCentres', '/workcentres', 'list-work-centres'), streamed: true },
  { ...read('getWorkCentreByID', '/workcentres/{id}', 'get-work-centre'), streamed: true },
  read('exportWorkCentres', '/export/workcentres', 'export-work-centres'),
  read('getOperationalCapabilities', '/operational-capabilities', 'list-operational-capabilities'),
];
