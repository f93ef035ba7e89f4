import { Link } from '@tanstack/react-router';
import { useId, type ReactNode } from 'react';
import { startBrand } from '../lib/brand.ts';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { menuOf, type MenuEntry } from './menu.ts';
import styles from './shell.module.css';

/** The entries that this person may use, in groups; only their icons when collapsed. */
export function SideMenu(props: { isCollapsed: boolean; onGone?: () => void }): ReactNode {
  const t = useT();
  const user = useUser();
  const id = useId();
  return (
    <nav aria-label={t('MainMenu')} className={styles['nav']}>
      {menuOf(user).map((group) => (
        <div key={group.label} className={styles['group']}>
          {group.label && (
            <span className={props.isCollapsed ? 'visually-hidden' : styles['groupLabel']} id={id + group.label}>
              {t(group.label)}
            </span>
          )}
          <ul aria-labelledby={group.label ? id + group.label : undefined}>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <EntryLink entry={entry} {...props} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function EntryLink(props: { entry: MenuEntry; isCollapsed: boolean; onGone?: () => void }): ReactNode {
  const { entry, isCollapsed, onGone } = props;
  const t = useT();
  const label = entry.label(t, useUser());
  return (
    <Link
      to={entry.to}
      className={styles['entry']}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
      title={isCollapsed ? label : undefined}
      aria-label={isCollapsed ? label : undefined}
      onClick={onGone}
    >
      <Icon name={entry.icon} />
      {!isCollapsed && <span>{label}</span>}
    </Link>
  );
}

export function MenuBrand(props: { isCollapsed: boolean }): ReactNode {
  const { name } = startBrand();
  return (
    <span className={styles['brand']}>
      <Mark size={28} {...(props.isCollapsed ? { label: name } : {})} />
      {!props.isCollapsed && <span>{name}</span>}
    </span>
  );
}
