const two = (text: string): string => text.padStart(2, '0');

/** `07:05` of `7:05`, `7.05`, `705` or `0705`; of `7` too where a whole hour is meant. Empty for anything else. */
export function readClock(text: string, isHourEnough = false): string {
  const [, hours = '', minutes = '00'] =
    /^(\d{1,2})[:.]?(\d{2})$/.exec(text.trim()) ?? (isHourEnough ? /^(\d{1,2})$/.exec(text.trim()) : null) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60 ? `${two(hours)}:${two(minutes)}` : '';
}

/** Whether something stands in a form's time of day that is no time. */
export const isNoClock = (value: string): boolean => value !== '' && readClock(value) === '';
