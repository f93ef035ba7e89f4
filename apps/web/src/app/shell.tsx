import { Outlet, useLocation } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session-context.tsx';
import { isBoolean, storedItem } from '../lib/storage.ts';
import { IconButton } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { AccountMenu, LanguageMenu, SupportLink, ThemeMenu } from './header-menus.tsx';
import { ADDRESSES } from '../lib/addresses.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorCatcher } from './error-catcher.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { MenuBrand, SideMenu } from './side-menu.tsx';
import styles from './shell.module.css';

const storedCollapsed = storedItem('sideMenu', 1, isBoolean);
const NARROW = '(max-width: 1100px)';

/** Side menu, header and the page. Below 768 px the menu is a drawer. */
export function Shell(): ReactNode {
  const t = useT();
  const user = useUser();
  const path = useLocation({ select: (location) => location.pathname });
  const [isCollapsed, setCollapsed] = useState(() => storedCollapsed.read() ?? matchMedia(NARROW).matches);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const toggle = (): void => {
    storedCollapsed.write(!isCollapsed);
    setCollapsed(!isCollapsed);
  };
  const title = path.startsWith(ADDRESSES.tripLog)
    ? user.userHasOnlyBasSubscription
      ? t('MenuLog')
      : t('TripLog')
    : path.startsWith(ADDRESSES.map)
      ? t('MenuMap')
      : '';
  return (
    <div className={styles['shell']} data-collapsed={isCollapsed}>
      <a href="#content" className={styles['skip']}>
        {t('SkipToContent')}
      </a>
      <aside className={styles['side']}>
        <MenuBrand isCollapsed={isCollapsed} />
        <SideMenu isCollapsed={isCollapsed} />
        <div className={styles['sideFoot']}>
          <IconButton
            icon="panel-left"
            label={isCollapsed ? t('ExpandMenu') : t('CollapseMenu')}
            aria-expanded={!isCollapsed}
            onClick={toggle}
          />
        </div>
      </aside>
      <Sheet
        title={t('MainMenu')}
        closeLabel={t('Close')}
        isOpen={isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        side="start"
        isBare
      >
        <div className={styles['drawer']}>
          <div className={styles['drawerTop']}>
            <MenuBrand isCollapsed={false} />
            <IconButton icon="close" label={t('Close')} onClick={() => setDrawerOpen(false)} />
          </div>
          <SideMenu isCollapsed={false} onGone={() => setDrawerOpen(false)} />
        </div>
      </Sheet>
      <header className={styles['header']}>
        <IconButton
          icon="menu"
          label={t('OpenMenu')}
          className={styles['openDrawer']}
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(true)}
        />
        {title && <h1 className={styles['title']}>{title}</h1>}
        <div className={styles['headerEnd']}>
          <SupportLink />
          <LanguageMenu />
          <ThemeMenu />
          <AccountMenu />
        </div>
      </header>
      <div className={styles['work']}>
        <ConnectionBanner />
        <main id="content" className={styles['main']} tabIndex={-1}>
          <ErrorCatcher resetKey={path}>
            <Outlet />
          </ErrorCatcher>
        </main>
      </div>
      <Shortcuts />
    </div>
  );
}
