import type { MessageKey } from '@spora/messages/keys';
import { ADDRESSES } from '../lib/addresses.ts';
import type { IconName } from '../ui/icon.tsx';
import { accessTo, type Rights } from './access.ts';

export interface MenuEntry {
  readonly to:
    | typeof ADDRESSES.map
    | typeof ADDRESSES.tripLog
    | typeof ADDRESSES.attest
    | typeof ADDRESSES.drivers
    | typeof ADDRESSES.places
    | typeof ADDRESSES.units
    | typeof ADDRESSES.service
    | typeof ADDRESSES.summary
    | typeof ADDRESSES.guide
    | typeof ADDRESSES.account;
  readonly icon: IconName;
  readonly label: Extract<
    MessageKey,
    | 'MenuMap'
    | 'MenuTripLog'
    | 'MenuLog'
    | 'MenuAttest'
    | 'MenuDrivers'
    | 'MenuPlaces'
    | 'MenuUnits'
    | 'MenuService'
    | 'MenuSummary'
    | 'GuideTitle'
    | 'MenuAccount'
  >;
}
export interface MenuGroup {
  /** Null for the group that needs no heading. */
  readonly label: Extract<MessageKey, 'Administration'> | null;
  readonly entries: readonly MenuEntry[];
}

/** NAV-027, NAV-028: what stands in the side menu. A page gets its entry with the issue that builds it. */
export function menuOf(user: Rights): readonly MenuGroup[] {
  const groups: readonly MenuGroup[] = [
    {
      label: null,
      entries: [
        { to: ADDRESSES.map, icon: 'map', label: 'MenuMap' },
        // NAV-010: members who see nothing but basic subscriptions have a plain log.
        { to: ADDRESSES.tripLog, icon: 'log', label: user.userHasOnlyBasSubscription ? 'MenuLog' : 'MenuTripLog' },
        { to: ADDRESSES.attest, icon: 'check', label: 'MenuAttest' },
        { to: ADDRESSES.summary, icon: 'sort', label: 'MenuSummary' },
        { to: ADDRESSES.drivers, icon: 'user', label: 'MenuDrivers' },
        { to: ADDRESSES.places, icon: 'pin', label: 'MenuPlaces' },
        { to: ADDRESSES.units, icon: 'truck', label: 'MenuUnits' },
        { to: ADDRESSES.service, icon: 'wrench', label: 'MenuService' },
      ],
    },
    {
      label: 'Administration',
      entries: [
        // ADM-024: until it is closed; after that it is found in the account menu.
        ...(user.GuideIsOpen ? [{ to: ADDRESSES.guide, icon: 'check', label: 'GuideTitle' } as const] : []),
        { to: ADDRESSES.account, icon: 'users', label: 'MenuAccount' },
      ],
    },
  ];
  return groups
    .map((group) => ({ ...group, entries: group.entries.filter(({ to }) => accessTo(to, user) === 'open') }))
    .filter(({ entries }) => entries.length > 0);
}
