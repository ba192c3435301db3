import { locationsOverClient } from '../../../../infra/portal/locator/api/locations-over-client.ts';
import { publishedFixture } from '../../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../../support/targets/locations-handlers.ts';

/** Returns a locations API backed by the handlers and the fixture, and the requests it receives. */
export const locationsOfFixture = () => {
  const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
  const requests: URL[] = [];
  const handle = async (request: Request) => {
    const url = new URL(request.url);
    requests.push(url);
    const { status, headers, body } = await target.send({ path: `${url.pathname}${url.search}` });
    return new Response(body, { status, headers });
  };
  const api = locationsOverClient({
    baseUrl: 'http://fixture.example',
    key: () => 'wp_test_key',
    fetch: handle,
  });
  return { api, requests };
};
