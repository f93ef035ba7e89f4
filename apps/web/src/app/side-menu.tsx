import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useOpenAlarms } from '../features/alarms/public/open-alarms.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { startBrand } from '../lib/brand.ts';
import { endpointQuery } from '../lib/endpoint-query.ts';
import { useT } from '../lib/i18n.tsx';
import { useSend } from '../lib/send-context.tsx';
import { useUser } from '../lib/session-context.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { showWithin } from '../ui/show-within.ts';
import { menuOf, type MenuEntry, type MenuGroup } from './menu.ts';
import styles from './shell.module.css';
import { FOLDING, useUnfolded } from './side-menu-state.ts';

interface MenuProps {
  readonly isCollapsed: boolean;
  /** On phones: what is seldom needed there is folded. */
  readonly isFolding?: boolean;
  readonly onGone?: () => void;
}

/** The entries that this person may use, in groups; only their icons when collapsed. */
export function SideMenu(props: MenuProps): ReactNode {
  const t = useT();
  const user = useUser();
  const send = useSend();
  // NAV-017, NAV-020: hidden until the server has said so.
  const hasSafeHome =
    useQuery({ ...endpointQuery(send, 'accounts.safe-home-config', {}), enabled: user.IsAdmin, retry: false }).data
      ?.EnableSafeReturnHome ?? false;
  const hasBooking =
    useQuery({ ...endpointQuery(send, 'accounts.car-schedule-status', {}), retry: false }).data?.EnableCarSchedule ?? false;
  const has = { 'safe-home': hasSafeHome, 'car-schedule': hasBooking };
  // The page that is open is in view in the menu, also where the menu is longer than the window.
  const nav = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => {
    showWithin(nav.current, nav.current?.querySelector('[aria-current=page]'));
  }, [path, hasSafeHome, hasBooking]);
  const groups = menuOf(user).map((group) => ({
    ...group,
    entries: group.entries.filter(({ flag }) => flag === undefined || has[flag]),
  }));
  const unfolded = useUnfolded(
    groups.flatMap(({ label, entries }) => (label && entries.some(({ to }) => isWithin(path, to)) ? [label] : [])),
  );
  return (
    <nav ref={nav} aria-label={t('MainMenu')} className={styles['nav']}>
      {groups.map((group) => {
        const { label } = group;
        const folds = props.isFolding === true && label !== null && FOLDING.includes(label);
        const fold = folds ? { isOpen: unfolded.isOpen(label), onTurn: () => unfolded.turn(label) } : null;
        return <Group key={label} {...props} group={group} fold={fold} />;
      })}
    </nav>
  );
}

const isWithin = (path: string, address: string): boolean => path === address || path.startsWith(`${address}/`);

/** Under its heading, which folds it where it can be folded. */
function Group({
  group: { label, entries },
  fold,
  ...props
}: MenuProps & {
  readonly group: MenuGroup;
  readonly fold: { readonly isOpen: boolean; readonly onTurn: () => void } | null;
}): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <div className={styles['group']}>
      {label &&
        (fold ? (
          <button type="button" className={styles['fold']} id={id} aria-expanded={fold.isOpen} onClick={fold.onTurn}>
            {t(label)}
            <Icon name={fold.isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
          </button>
        ) : (
          <span className={props.isCollapsed ? 'visually-hidden' : styles['groupLabel']} id={id}>
            {t(label)}
          </span>
        ))}
      {(fold === null || fold.isOpen) && (
        <ul aria-labelledby={label ? id : undefined}>
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} isCollapsed={props.isCollapsed} {...(props.onGone ? { onGone: props.onGone } : {})} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function EntryLink(props: { entry: MenuEntry; isCollapsed: boolean; onGone?: () => void }): ReactNode {
  const { entry, isCollapsed, onGone } = props;
  const t = useT();
  const user = useUser();
  const label = entry.label(t, user);
  // The trip log's address begins those of two reports, which have entries of their own.
  const hasOtherBelow = menuOf(user).some(({ entries }) => entries.some(({ to }) => to.startsWith(`${entry.to}/`)));
  const hasCount = entry.to === ADDRESSES.alarms;
  return (
    <Link
      to={entry.to}
      className={styles['entry']}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false, exact: hasOtherBelow }}
      title={isCollapsed ? label : undefined}
      // The number stands in the name of the one that has one.
      aria-label={isCollapsed && !hasCount ? label : undefined}
      onClick={onGone}
    >
      <Icon name={entry.icon} />
      {(!isCollapsed || hasCount) && <span className={isCollapsed ? 'visually-hidden' : undefined}>{label}</span>}
      {hasCount && <NewAlarms isCollapsed={isCollapsed} />}
    </Link>
  );
}

/** ALARM-035: how many alarms nobody has seen. */
function NewAlarms({ isCollapsed }: { isCollapsed: boolean }): ReactNode {
  const t = useT();
  const count = useOpenAlarms()?.new_count ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles['count']} data-collapsed={isCollapsed}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{`, ${t('AlarmsNewCount', { count })}`}</span>
    </span>
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
