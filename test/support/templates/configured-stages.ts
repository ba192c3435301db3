import { stageSettings } from '../../../infra/stages/stage-settings.ts';
import { stages } from '../../../infra/stages/stages.ts';

// Tests share these stages, because each synthesis takes a second.

const certificateIn = (region: string) =>
  `arn:aws:acm:${region}:123456789012:certificate/12345678-1234-1234-1234-123456789012`;
const hostedZone = { id: 'Z0123456789AB', name: 'example.org' };
const apiDomain = { name: 'api.example.org', certificateArn: certificateIn('ap-southeast-2') };
const portalDomain = { name: 'developers.example.org', certificateArn: certificateIn('us-east-1') };
const attribution = 'Somebody';

/** Prod with every option, so that its templates have every type of resource. */
export const fullStage = stageSettings.parse({
  ...stages.prod,
  domain: { ...apiDomain, hostedZone },
  portal: {
    domain: { ...portalDomain, hostedZone },
    outletPages: true,
    basemap: {
      kind: 'raster',
      url: 'https://tiles.example.org/a/{z}/{x}/{y}.png',
      darkUrl: 'https://dark.example.org/{z}/{x}/{y}{r}.png',
      attribution,
      maxZoom: 19,
    },
  },
  alarmEmails: { page: ['a@example.org', 'b@example.org'], ticket: ['c@example.org'] },
  expectedRequestsPerSecond: 500,
  trafficShift: 'Linear10PercentEvery1Minute',
  provisionedConcurrency: { authoriser: 3, catalogue: 2 },
  tracing: true,
});

/** Prod without a firewall and with other options that do not affect the API's functions: its domains use an external DNS. */
export const externalDnsStage = stageSettings.parse({
  ...stages.prod,
  domain: apiDomain,
  portal: {
    domain: portalDomain,
    basemap: {
      kind: 'style',
      url: 'https://maps.example.org/style.json',
      origins: ['https://fonts.example.org'],
      attribution,
    },
  },
  firewall: false,
  backups: { copyTo: 'arn:aws:backup:eu-central-1:111122223333:backup-vault:waypost' },
});

/** Dev with an archive as the portal's map. */
export const archiveStage = stageSettings.parse({
  ...stages.dev,
  domain: apiDomain,
  portal: { basemap: { kind: 'pmtiles', path: '/map/streets-1.pmtiles', attribution } },
});
