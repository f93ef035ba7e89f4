export const DRIVERS_TABS = ['now', 'missing', 'tags', 'codes'] as const;
export type DriversTab = (typeof DRIVERS_TABS)[number];
export interface DriversSearch {
  readonly tab?: DriversTab;
}

/** Reads an address that anybody may have typed. */
export function readDriversSearch(raw: Record<string, unknown>): DriversSearch {
  const tab = DRIVERS_TABS.find((id) => id === raw['tab']);
  return tab && tab !== 'now' ? { tab } : {};
}

export const readCodeSearch = ({ code }: Record<string, unknown>): { code?: string } =>
  typeof code === 'string' && code !== '' ? { code } : {};
