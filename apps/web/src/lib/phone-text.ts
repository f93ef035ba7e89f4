import { DIAL_CODES } from '@spora/contract/alarms/dial-codes';

/** Longest first: 1 is the beginning of no other code, but 35 would hide 358. */
const CODES = [...new Set(DIAL_CODES.map(([, code]) => code))].toSorted((a, b) => b.length - a.length);

/** How numbers of so many digits are grouped in a country: a prefix that they begin with, and the digits of each group. */
const GROUPS: Readonly<Record<string, readonly (readonly [prefix: string, groups: readonly number[]])[]>> = {
  '46': [
    ['7', [2, 3, 2, 2]],
    ['8', [1, 3, 3, 2]],
    ['8', [1, 3, 2, 2]],
    ['8', [1, 2, 2, 2]],
    ['', [2, 3, 2, 2]],
    ['', [2, 2, 2, 2]],
    ['', [2, 3, 2]],
  ],
  '47': [
    ['4', [3, 2, 3]],
    ['9', [3, 2, 3]],
    ['', [2, 2, 2, 2]],
  ],
  '45': [['', [2, 2, 2, 2]]],
  '44': [['7', [4, 6]]],
};

/** `+46 70 123 45 67` of a number as it is stored, with or without its plus and signs; what has no dial code stays as it is. */
export function phoneText(stored: string): string {
  const digits = stored.replace(/\D/g, '');
  if (digits === '' || digits.startsWith('0')) return stored;
  const code = CODES.find((each) => digits.startsWith(each));
  if (code === undefined) return `+${digits}`;
  const national = digits.slice(code.length);
  const known = (GROUPS[code] ?? []).find(
    ([prefix, groups]) => national.startsWith(prefix) && groups.reduce((sum, count) => sum + count, 0) === national.length,
  )?.[1];
  return [`+${code}`, ...split(national, known ?? usualGroups(national.length))].join('\u00a0');
}

/** In threes, the last of up to four. */
function usualGroups(length: number): number[] {
  const groups: number[] = [];
  for (let left = length; left > 0; left -= groups.at(-1) ?? left) groups.push(left > 4 ? 3 : left);
  return groups;
}

const split = (digits: string, groups: readonly number[]): string[] =>
  groups.map((count, index) => {
    const start = groups.slice(0, index).reduce((sum, each) => sum + each, 0);
    return digits.slice(start, start + count);
  });
