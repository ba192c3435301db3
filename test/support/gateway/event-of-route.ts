import type { Route } from '../../../infra/routes/route.ts';
import { toScopeText } from '../../../shared/domain/access/scope.ts';
import { services } from '../../../shared/domain/access/service.ts';
import { sampleEnquiry } from '../sample-enquiry.ts';
import { gatewayEventOf } from './gateway-event-of.ts';

const enquiryText = () => {
  const { firstname, lastname, email, enquiryDetails, enquiryType, biller, billId } = sampleEnquiry('1');
  return JSON.stringify({ firstname, lastname, email, enquiryDetails, enquiryType, biller, billId });
};

/** Most frequent query of operations. */
const queries: Readonly<Record<string, string>> = {
  getPointsByTypeUsingGET: '?state=NSW',
  getGeoLocationsUsingGET: '?radius=10&services=1,2&types=PO,UPL&limit=3',
  getWorkCentres: '?lat=-33.84&lon=151.2&radius=5&size=3',
};

/** Values of path parameters, by name. */
export type PathParameters = Readonly<Record<string, string | number | undefined>>;

/** Creates the event of a valid request to a route. */
export const eventOfRoute = (
  { operationId, method, path: resource }: Pick<Route, 'operationId' | 'method' | 'path'>,
  parameters: PathParameters,
) => {
  const names = [...resource.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const values = Object.fromEntries(names.map((name) => [name, String(parameters[name])]));
  const path = resource.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  const body = method === 'POST' ? enquiryText() : undefined;
  const headers: Record<string, string> =
    body === undefined ? { 'accept-encoding': 'gzip' } : { 'content-type': 'application/json' };
  return gatewayEventOf(
    { method, path: path + (queries[operationId] ?? ''), headers, ...(body !== undefined && { body }) },
    resource,
    values,
    { ratePerSecond: '5', scopes: toScopeText(services) },
  );
};
