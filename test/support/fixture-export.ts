import type { ExportLink } from '../../shared/domain/location/work-centre-export.ts';

/** The only version that the fixture's export knows. */
export const fixtureVersion = '20261121T005810123Z-4f2a9c';

const linkTo = (file: string) => ({
  url: `https://files.waypost.test/versions/${fixtureVersion}/${file}?signed`,
  version: fixtureVersion,
});

/** An export that was published once and stays so. */
export const fixtureExport: ExportLink = {
  newest: async (download) => linkTo(download),
  changesAfter: async (version) => (version === fixtureVersion ? linkTo('changes') : undefined),
};
