/** Values in the address are texts: an IMEI with a leading zero is not a number. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value as string | number | boolean)])).toString();
  return text ? `?${text}` : '';
}
