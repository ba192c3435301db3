/** Public holidays by date and name, with the states that observe them if not all do. */
const holidays = `
  2026-01-01 New Year's Day
  2026-01-26 Australia Day
  2026-02-09 Royal Hobart Regatta: TAS-SOUTH
  2026-03-02 Labour Day: WA
  2026-03-09 Adelaide Cup Day: SA
  2026-03-09 Canberra Day: ACT
  2026-03-09 Eight Hours Day: TAS
  2026-03-09 Labour Day: VIC
  2026-04-03 Good Friday
  2026-04-04 Easter Saturday: ACT NSW NT QLD SA VIC
  2026-04-05 Easter Sunday: ACT NSW NT QLD SA VIC WA
  2026-04-06 Easter Monday
  2026-04-25 Anzac Day
  2026-04-27 Anzac Day holiday: ACT NSW WA
  2026-05-04 Labour Day: QLD
  2026-05-04 May Day: NT
  2026-06-01 Reconciliation Day: ACT
  2026-06-01 Western Australia Day: WA
  2026-06-08 King's Birthday: ACT NSW NT SA TAS VIC
  2026-08-03 Picnic Day: NT
  2026-08-12 Royal Queensland Show: QLD-BRISBANE
  2026-09-25 Friday before the AFL Grand Final: VIC
  2026-09-28 King's Birthday: WA
  2026-10-05 King's Birthday: QLD
  2026-10-05 Labour Day: ACT NSW SA
  2026-10-22 Royal Hobart Show: TAS-SOUTH
  2026-11-03 Melbourne Cup Day: VIC
  2026-12-25 Christmas Day
  2026-12-26 Boxing Day: ACT NSW NT QLD TAS VIC WA
  2026-12-26 Proclamation Day: SA
  2026-12-28 Boxing Day holiday
  2027-01-01 New Year's Day
  2027-01-26 Australia Day
  2027-02-08 Royal Hobart Regatta: TAS-SOUTH
  2027-03-01 Labour Day: WA
  2027-03-08 Adelaide Cup Day: SA
  2027-03-08 Canberra Day: ACT
  2027-03-08 Eight Hours Day: TAS
  2027-03-08 Labour Day: VIC
  2027-03-26 Good Friday
  2027-03-27 Easter Saturday: ACT NSW NT QLD SA VIC
  2027-03-28 Easter Sunday: ACT NSW NT QLD SA VIC WA
  2027-03-29 Easter Monday
  2027-04-25 Anzac Day
  2027-04-26 Anzac Day holiday: ACT NSW NT QLD SA WA
  2027-05-03 Labour Day: QLD
  2027-05-03 May Day: NT
  2027-05-31 Reconciliation Day: ACT
  2027-06-07 Western Australia Day: WA
  2027-06-14 King's Birthday: ACT NSW NT SA TAS VIC
  2027-08-02 Picnic Day: NT
  2027-08-11 Royal Queensland Show: QLD-BRISBANE
  2027-09-27 King's Birthday: WA
  2027-10-04 King's Birthday: QLD
  2027-10-04 Labour Day: ACT NSW SA
  2027-10-21 Royal Hobart Show: TAS-SOUTH
  2027-11-02 Melbourne Cup Day: VIC
  2027-12-25 Christmas Day
  2027-12-26 Boxing Day: ACT NSW NT QLD TAS VIC WA
  2027-12-26 Proclamation Day: SA
  2027-12-27 Christmas Day holiday
  2027-12-28 Boxing Day holiday`;

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** Postcodes of regions that are smaller than a state. */
const regions: Readonly<Record<string, readonly string[]>> = {
  'QLD-BRISBANE': between(4000, 4179),
  'TAS-SOUTH': between(7000, 7199),
};

/** Holidays of the sample, as lines of an import file. */
export const sampleHolidayLines = holidays
  .trim()
  .split(/\n\s+/)
  .map((line) => {
    const [, date = '', name = '', areas] = /^(\S+) (.*?)(?:: (.*))?$/.exec(line) ?? [];
    const named = areas?.split(' ') ?? [];
    const states = named.filter((area) => !regions[area]);
    const postcodes = named.flatMap((area) => regions[area] ?? []);
    return {
      date,
      name,
      ...(states.length > 0 && { states }),
      ...(postcodes.length > 0 && { postcodes }),
    };
  });
