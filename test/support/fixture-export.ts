import type { ExportLink } from '../../shared/domain/location/work-centre-export.ts';

/** The only version that the fixture's export knows. */
export const fixtureVersion = '20261121T005810123Z-4f2a9c';

/** An export that was published once, under this version, and stays so. */
export const exportAt = (onlyVersion: string): ExportLink => {
  const linkTo = (file: string) => ({
    url: `https://files.waypost.test/versions/${onlyVersion}/${file}?signed`,
    version: onlyVersion,
  });
  return {
    newest: async (download) => linkTo(download),
    changesAfter: async (version) => (version === onlyVersion ? linkTo('changes') : undefined),
  };
};

export const fixtureExport: ExportLink = exportAt(fixtureVersion);
