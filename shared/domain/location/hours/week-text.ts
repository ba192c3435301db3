export const weekdayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

/**
 * Joins the texts of a week's days, from Monday, such as `Mo-Fr 09:00-17:00; Sa 09:00-12:30`. Consecutive days with the
 * same text are combined, and days without text are omitted.
 */
export const formatWeek = (days: readonly string[]): string => {
  const parts: string[] = [];
  for (let first = 0; first < days.length; ) {
    let last = first;
    while (last + 1 < days.length && days[last + 1] === days[first]) last++;
    const names = first === last ? weekdayNames[first] : `${weekdayNames[first]}-${weekdayNames[last]}`;
    if (days[first]) parts.push(`${names} ${days[first]}`);
    first = last + 1;
  }
  return parts.join('; ');
};
