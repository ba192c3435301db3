/** `24/Nov/2026:09:05:00 +0000`, as access logs write it. */
const toRequestTime = (epochMilliseconds: number): string => {
  const [, day, month, year, time] = new Date(epochMilliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

/** Writes epoch milliseconds as access logs do; what is asked for again within one second is remembered. */
export const requestTimes = () => {
  let second = Number.NaN;
  let text = '';
  return (epochMilliseconds: number): string => {
    const asked = Math.floor(epochMilliseconds / 1000);
    if (asked !== second) {
      second = asked;
      text = toRequestTime(epochMilliseconds);
    }
    return text;
  };
};
