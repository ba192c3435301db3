import type { Page } from 'playwright-core';
import type { Point } from './brute-force.ts';

/** Position on the page in pixels. */
interface Pixel {
  readonly x: number;
  readonly y: number;
}

/** Distance in pixels from the edge of the map, where its controls are. */
const edge = 90;

/** Maximum distance in pixels of a marker from its place. */
const markerTolerance = 2;

/** Web Mercator, in degrees of longitude: the same scale in both directions. */
const projected = ({ lat, lon }: Point): Pixel => ({
  x: lon,
  y: -(Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) * 180) / Math.PI,
});

const unprojected = ({ x, y }: Pixel): Point => ({
  lat: (Math.atan(Math.exp((-y * Math.PI) / 180)) * 360) / Math.PI - 90,
  lon: x,
});

const apart = (one: Pixel, other: Pixel): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns the positions of the markers by their numbers in the list, once they are still. */
const pixelsOfMarkers = async (page: Page, count: number): Promise<readonly Pixel[]> => {
  const markers = page.locator('#map .place-marker');
  await markers.nth(count - 1).waitFor();
  await (await markers.first().elementHandle())?.waitForElementState('stable');
  const pixels: Pixel[] = [];
  for (let number = 1; number <= count; number++) {
    const box = await markers.filter({ hasText: new RegExp(`^${number}$`) }).boundingBox();
    if (!box) throw new Error(`marker ${number} is not on the map`);
    pixels.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
  }
  return pixels;
};

/** Returns the pixel of the map that is furthest from all markers. */
const freePixel = async (page: Page, markers: readonly Pixel[]): Promise<Pixel> => {
  const box = await page.locator('#map').boundingBox();
  if (!box) throw new Error('there is no map');
  const candidates: Pixel[] = [];
  for (let x = box.x + edge; x < box.x + box.width - edge; x += 20) {
    for (let y = box.y + edge; y < box.y + box.height - edge; y += 20) candidates.push({ x, y });
  }
  const room = (pixel: Pixel) => Math.min(...markers.map((marker) => apart(pixel, marker)));
  return candidates.reduce((best, each) => (room(each) > room(best) ? each : best));
};

/** Returns a position on the map without a marker of the `count` listed places. */
export const pixelBesidePlaces = async (page: Page, count: number): Promise<Pixel> =>
  freePixel(page, await pixelsOfMarkers(page, count));

/**
 * Clicks on the map away from markers, and returns the coordinates of that point, computed from the positions of the
 * markers. `places` are the listed places in order.
 */
export const clickMapBesidePlaces = async (
  page: Page,
  places: readonly Point[],
): Promise<{ readonly point: Point; readonly toleranceDegrees: number }> => {
  const markers = await pixelsOfMarkers(page, places.length);
  const [marker] = markers;
  const [origin] = places.map(projected);
  if (!marker || !origin) throw new Error('there is no place on the map');
  const further = markers.map((each) => apart(each, marker));
  const at = further.indexOf(Math.max(...further));
  const degreesPerPixel = apart(projected(places[at] ?? { lat: 0, lon: 0 }), origin) / Math.max(...further);
  const clicked = await freePixel(page, markers);
  await page.mouse.click(clicked.x, clicked.y);
  const point = unprojected({
    x: origin.x + (clicked.x - marker.x) * degreesPerPixel,
    y: origin.y + (clicked.y - marker.y) * degreesPerPixel,
  });
  return { point, toleranceDegrees: 2 * markerTolerance * degreesPerPixel };
};
