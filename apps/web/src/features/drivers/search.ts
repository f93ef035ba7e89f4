import { searchedWords } from '../../lib/search-text.ts';
export const DRIVERS_TABS = ['people', 'now', 'missing', 'tags', 'codes'] as const;
export type DriversTab = (typeof DRIVERS_TABS)[number];
export interface DriversSearch {
  readonly tab?: DriversTab;
  /** What the list of drivers is narrowed to. */
  readonly q?: string;
}

/** Reads an address that anybody may have typed. */
export function readDriversSearch(raw: Record<string, unknown>): DriversSearch {
  const tab = DRIVERS_TABS.find((id) => id === raw['tab']);
  const q = searchedWords(raw['q']);
  return { ...(tab && tab !== 'people' && { tab }), ...(q && { q }) };
}

export const readCodeSearch = ({ code }: Record<string, unknown>): { code?: string } =>
  typeof code === 'string' && code !== '' ? { code } : {};
