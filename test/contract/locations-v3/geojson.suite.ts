import { describe, expect, it } from 'vitest';
import {
  featureCollection,
  workCentreFeature,
  workCentresResponse,
} from '../../../functions/locations-v3/contract.ts';
import { featureLine } from '../../support/fixture/fixture-catalogue.ts';
import type { ServiceClient } from '../service-client.ts';

const accept = { accept: 'application/geo+json' };
const list = '/workcentres?size=100';
const near = `${list}&lat=-37.8136&lon=144.9631&radius=20`;

/** Values of Accept that prefer GeoJSON to JSON. */
const preferring = [
  'application/geo+json',
  'APPLICATION/GEO+JSON',
  'application/geo+json, application/json;q=0.9',
  'application/json;q=0.1, application/geo+json;q=0.2',
  'application/geo+json;q=0.5, text/html',
  'application/geo+json, */*;q=0.5',
  'application/geo+json, application/*;q=0.9, */*;q=0.1',
  'application/geo+json; charset=utf-8; q=0.8, application/json;q=0.7',
  'application/geo+json, application/json;q=0',
];

/** Values of Accept that do not prefer GeoJSON, including those that match neither type. */
const others = [
  '',
  '*/*',
  'application/*',
  'application/json',
  'application/geo+json, application/json',
  'application/geo+json, */*',
  'application/geo+json, application/*',
  'application/geo+json;q=0.5, */*;q=0.6',
  'application/geo+json;q=0.5, */*;q=0.1, application/json',
  'application/geo+json;q=0',
  'application/geo+json;q=0, application/json;q=0',
  'application/geo+json;q=2',
  'application/geo+json;q=high',
  'application/json;q=0, */*',
  'application/vnd.geo+json',
  'application/geo+json-seq',
  'text/html, image/png;q=0.1',
  ';;,,',
];

export const geoJsonSuite = (client: ServiceClient) => {
  const send = (path: string, headers = accept) => client.send(path, headers);
  const collectionOf = async (path: string) => {
    const response = await send(path);
    expect(response.status, response.body.slice(0, 300)).toBe(200);
    expect(response.headers['content-type']).toBe('application/geo+json');
    return { ...response, collection: featureCollection.parse(JSON.parse(response.body)) };
  };
  const typeFor = async (path: string, sent: string) =>
    (await send(path, { accept: sent })).headers['content-type'];

  describe('GeoJSON', () => {
    it('has the same feature as the GeoJSON export for each work centre, in list order', async () => {
      const { body, headers, collection } = await collectionOf(list);
      const { pagination, workcentres } = await client.get(list, workCentresResponse);
      const version = headers['waypost-catalogue-version'] ?? '';
      const lines = workcentres.map(({ id }) => featureLine(id, version));
      expect(lines.length).toBeGreaterThan(50);
      expect(body).toBe(
        `{"type":"FeatureCollection","pagination":${JSON.stringify(pagination)},"features":[${lines.join(',')}]}`,
      );
      expect(collection.features[0]?.geometry.coordinates).toEqual([
        workcentres[0]?.location.attributes.lon,
        workcentres[0]?.location.attributes.lat,
      ]);
    });

    it('adds the distance if there is a search point', async () => {
      const { collection } = await collectionOf(near);
      const { pagination, workcentres } = await client.get(near, workCentresResponse);
      expect(collection.pagination).toEqual(pagination);
      expect(collection.features.map(({ id, properties }) => [id, properties.distance])).toEqual(
        workcentres.map(({ id, location }) => [id, location.attributes.distance]),
      );
      expect(collection.features.some(({ properties }) => (properties.distance ?? 0) > 0)).toBe(true);
      const away = (await collectionOf(list)).collection.features;
      expect(away.filter(({ properties }) => 'distance' in properties)).toEqual([]);
    });

    it('for a single work centre is its feature, without a distance', async () => {
      const path = '/workcentres/900030_PO';
      const response = await send(path);
      expect(response.headers['content-type']).toBe('application/geo+json');
      const feature = workCentreFeature.parse(JSON.parse(response.body));
      expect(response.body).toBe(
        featureLine('900030_PO', response.headers['waypost-catalogue-version'] ?? ''),
      );
      expect(feature.id).toBe('900030_PO');
    });

    it('is an empty collection if nothing matches', async () => {
      for (const query of ['?size=0', '?offset=100000', '?type=DC&location[addresses.type]=NOWHERE'])
        expect((await collectionOf(`/workcentres${query}`)).collection.features).toEqual([]);
    });

    it('is valid for any page size, compressed or not', async () => {
      const compressed = await send(list, { ...accept, 'accept-encoding': 'gzip' } as typeof accept);
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(compressed.body).toBe((await send(list)).body);
    });

    it.each(['/workcentres?size=1', '/workcentres/900030_PO'])(
      'is returned for %s if Accept prefers it',
      async (path) => {
        for (const sent of preferring) expect(await typeFor(path, sent), sent).toBe('application/geo+json');
        for (const sent of others) expect(await typeFor(path, sent), sent).toBe('application/json');
      },
    );

    it('is not returned by other operations', async () => {
      for (const path of ['/operational-capabilities', '/export/workcentres?redirect=false'])
        expect(await typeFor(path, 'application/geo+json')).toBe('application/json');
    });

    it('is not used for errors, which are JSON', async () => {
      for (const [path, status] of [
        ['/workcentres?size=x', 400],
        ['/workcentres/nope', 404],
      ] as const) {
        const response = await send(path);
        expect([response.status, response.headers['content-type']]).toEqual([status, 'application/json']);
        expect(client.failuresOf(response)).toHaveLength(1);
      }
    });

    it('does not accept members of the specification in fields, but accepts *', async () => {
      const { body } = await send('/workcentres?size=3');
      expect((await send('/workcentres?size=3&fields=*')).body).toBe(body);
      for (const path of ['/workcentres?size=1', '/workcentres/900030_PO?radius=1']) {
        const response = await send(`${path}&fields=*,location,attributes.operational_capabilities.id`);
        expect(response.status).toBe(400);
        expect(client.failuresOf(response).map(({ detail }) => detail)).toEqual([
          'fields: location is not a field of GeoJSON',
          'fields: attributes.operational_capabilities.id is not a field of GeoJSON',
        ]);
        expect((await send(`${path}&fields=location`, { accept: '*/*' })).status).toBe(200);
      }
    });

    it('is not returned for invalid requests, which get one 400 response with every violation', async () => {
      const response = await send('/workcentres?size=x&fields=location');
      expect(client.failuresOf(response).map(({ detail }) => detail.replace(/:.*/, ''))).toEqual([
        'size',
        'fields',
      ]);
      const unknown = await send('/workcentres?fields=nope');
      expect(client.failuresOf(unknown).map(({ detail }) => detail)).toEqual(['fields: nope is not a field']);
    });
  });
};
