/** Values in the address are texts: an IMEI with a leading zero is not a number. What stands there more than once is a list. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const given = [...Map.groupBy(new URLSearchParams(search), ([name]) => name)];
  return Object.fromEntries(
    given.map(([name, entries]) => {
      const [first = '', ...more] = entries.map(([, value]) => value);
      return [name, more.length === 0 ? first : [first, ...more]];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const texts = given.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => [name, String(each as string | number | boolean)]),
  );
  const text = new URLSearchParams(texts).toString();
  return text ? `?${text}` : '';
}

/** Whether a switch stands in the address; from there it comes as the text that `stringifySearch` made of it. */
export const isSwitchedOn = (value: unknown): boolean => value === true || value === 'true';

/** The values of a list in the address: one comes from there as a text. */
export const listedIn = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as unknown[]) : typeof value === 'string' && value !== '' ? [value] : [];

/** The words that an address looks for; empty for none. */
export const searchedWords = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 100) : '');
