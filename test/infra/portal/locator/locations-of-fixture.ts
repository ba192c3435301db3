import { locationsOverClient } from '../../../../infra/portal/locator/api/locations-over-client.ts';
import { publishedFixture } from '../../../support/fixture/fixture-catalogue.ts';
import { fixtureExport } from '../../../support/fixture/fixture-export.ts';
import { locationsHandlers } from '../../../support/targets/locations-handlers.ts';

/** Requests that were made, and locations that the handlers themselves answer from the fixture. */
export const locationsOfFixture = () => {
  const target = locationsHandlers({ catalogue: publishedFixture(), link: fixtureExport });
  const asked: URL[] = [];
  const answer = async (request: Request) => {
    const url = new URL(request.url);
    asked.push(url);
    const { status, headers, body } = await target.send({ path: `${url.pathname}${url.search}` });
    return new Response(body, { status, headers });
  };
  const api = locationsOverClient({
    baseUrl: 'http://fixture.example',
    key: () => 'wp_test_key',
    fetch: answer,
  });
  return { api, asked };
};
