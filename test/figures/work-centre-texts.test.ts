import { expect, it } from 'vitest';
import { sampleServices } from '../../infra/local/sample/service-lines.ts';
import { capabilityRecord } from '../../shared/domain/importing/capability-record.ts';
import { readWorkCentreLine, workCentreLine } from '../../shared/wire/locations-v3/work-centre-line.ts';
import { workCentreText } from '../../shared/wire/locations-v3/work-centre-text.ts';
import { largeNetwork } from '../support/networks/large-network.ts';
import { toWorkCentre } from '../support/oracles/work-centre.ts';

const capabilities = new Map(
  sampleServices
    .map(({ line }) => capabilityRecord.parse(line))
    .map((capability) => [capability.serviceCode, capability]),
);
const capabilityOf = (code: number) => capabilities.get(code);

/** A page of post offices, which have the most to show: some 600 kB. */
const page = largeNetwork(5_000)
  .filter(({ type }) => type === 'PO')
  .slice(0, 20);
const lines = page.map(workCentreLine);
const parts = lines.map(readWorkCentreLine);

/** No two requests come at the same instant. */
let instant = Date.parse('2026-11-20T03:00:00Z');
const context = () => ({ distanceKm: 1.5, capabilityOf, now: new Date(instant++) });

const ways = {
  made: () => page.map((location) => JSON.stringify(toWorkCentre(location, context()))),
  fromParts: () => parts.map((of) => workCentreText(of, context())),
  fromLines: () => lines.map((line) => workCentreText(readWorkCentreLine(line), context())),
};

/** How many are shown before the clock is read again. */
const pages = 20;

/** Microseconds of the processor that a page takes: the least of rounds in which the ways take turns. */
const microseconds = (): Record<keyof typeof ways, number> => {
  const rounds = Array.from({ length: 9 }, () => {
    const took = (show: () => readonly string[]) => {
      const before = process.cpuUsage();
      for (let time = 0; time < pages; time++) show();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / pages;
    };
    return { made: took(ways.made), fromParts: took(ways.fromParts), fromLines: took(ways.fromLines) };
  });
  const least = (way: keyof typeof ways) => Math.min(...rounds.map((round) => round[way]));
  return { made: least('made'), fromParts: least('fromParts'), fromLines: least('fromLines') };
};

it('a page of work centres comes from texts made at publishing in a tenth of the time that making it takes', () => {
  expect(ways.fromParts()).toEqual(ways.made());
  const { made, fromParts, fromLines } = microseconds();
  console.log(
    `20 work centres: ${made.toFixed(0)} µs made, ${fromLines.toFixed(0)} from lines, ${fromParts.toFixed(0)} from parts`,
  );
  expect(made / fromParts).toBeGreaterThan(10);
  expect(made / fromLines).toBeGreaterThan(7);
});
