import type { PageText } from '../lib/page.ts';
import type { Rights } from '../lib/rights.ts';
import type { IconName } from '../ui/icon.tsx';
import { accessTo, addressOf } from './access.ts';
import { PAGES } from './pages.ts';

/** Addresses without an id in them. */
type MenuAddress = Exclude<(typeof PAGES)[number]['fullPath'], `${string}$${string}`>;

export interface MenuEntry {
  readonly to: MenuAddress;
  readonly icon: IconName;
  readonly label: PageText;
  readonly flag?: 'safe-home' | 'car-schedule';
}
export interface MenuGroup {
  /** Null for the group that needs no heading. */
  readonly label: 'MenuReports' | 'MenuManage' | 'Administration' | null;
  readonly entries: readonly MenuEntry[];
}

/** NAV-027, NAV-028: what stands in the side menu, as the pages say it. */
export function menuOf(user: Rights): readonly MenuGroup[] {
  const shown = PAGES.flatMap((page) => {
    const { menu } = page.options.staticData ?? {};
    const to = addressOf(page) as MenuAddress;
    return menu && (menu.isShown?.(user) ?? true) && accessTo(to, user) === 'open' ? [{ ...menu, to }] : [];
  });
  const groups: readonly MenuGroup[] = [
    { label: null, entries: shown.filter(({ group }) => group === undefined) },
    { label: 'MenuReports', entries: shown.filter(({ group }) => group === 'reports') },
    { label: 'MenuManage', entries: shown.filter(({ group }) => group === 'manage') },
    { label: 'Administration', entries: shown.filter(({ group }) => group === 'administration') },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
