import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { startBrand } from '../lib/brand.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import styles from './shell.module.css';

/** NAV-027: each entry by its own rule. Later pages add theirs here. */
export function SideMenu(props: { isCollapsed: boolean; onGone?: () => void }): ReactNode {
  const t = useT();
  const user = useUser();
  const entries: readonly {
    to: typeof ADDRESSES.map | typeof ADDRESSES.tripLog;
    icon: IconName;
    label: string;
    isShown: boolean;
  }[] = [
    { to: ADDRESSES.map, icon: 'map', label: t('MenuMap'), isShown: user.RealTimeMap },
    {
      to: ADDRESSES.tripLog,
      icon: 'log',
      label: user.userHasOnlyBasSubscription ? t('MenuLog') : t('MenuTripLog'),
      isShown: true,
    },
  ];
  return (
    <nav aria-label={t('MainMenu')} className={styles['nav']}>
      <ul>
        {entries
          .filter((entry) => entry.isShown)
          .map((entry) => (
            <li key={entry.to}>
              <Link
                to={entry.to}
                className={styles['entry']}
                activeProps={{ 'aria-current': 'page' }}
                activeOptions={{ includeSearch: false }}
                title={props.isCollapsed ? entry.label : undefined}
                aria-label={props.isCollapsed ? entry.label : undefined}
                onClick={props.onGone}
              >
                <Icon name={entry.icon} />
                {!props.isCollapsed && <span>{entry.label}</span>}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

export function MenuBrand(props: { isCollapsed: boolean }): ReactNode {
  return (
    <span className={styles['brand']}>
      <Mark size={28} />
      {!props.isCollapsed && <span>{startBrand().name}</span>}
    </span>
  );
}
