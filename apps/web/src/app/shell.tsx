import { Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useOpenAlarms } from '../features/alarms/public/open-alarms.ts';
import { AnnouncementBanner } from '../features/accounts/components/announcement-banner.tsx';
import { PasswordChangeDialog } from '../features/auth/public/password-change.tsx';
import { ReportRunsWatch } from '../features/reports/public/runs-watch.tsx';
import { endAddingPhone, useConnectedPhone, useIsAddingPhone } from '../lib/add-phone.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { useGo } from '../lib/page-link.tsx';
import { useUser } from '../lib/session-context.tsx';
import { useTripTypeColour } from '../lib/trip-type-colour.ts';
import { IconButton } from '../ui/button.tsx';
import { LookOnly } from '../ui/look-only.tsx';
import { cx } from '../ui/cx.ts';
import { Sheet } from '../ui/dialog.tsx';
import { useToasts } from '../ui/toast.tsx';
import { accessTo } from './access.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { WaitingEditsBanner } from '../features/trips/public/waiting-edits.tsx';
import { ErrorCatcher } from './error-catcher.tsx';
import { AccountMenu, LanguageMenu, MenuUser, SignOutButton, SupportLink, ThemeMenu } from './header-menus.tsx';
import { AlarmWatch } from './alarm-watch.tsx';
import { NewVersion } from './new-version.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useCollapsed } from './side-menu-state.ts';
import { MenuBrand, SideMenu } from './side-menu.tsx';
import styles from './shell.module.css';
import { UnknownPage } from './unknown-page.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';
import { usePageScroll } from './use-page-scroll.ts';
import { PrivateClosedBanner } from './private-closed-banner.tsx';
import { VisitBanner } from './visit-banner.tsx';

/** What a support case keeps of an address (contract). */
const PAGE_MAX = 300;
const SupportDialog = lazy(() =>
  import('../features/accounts/components/support-dialog.tsx').then((module) => ({ default: module.SupportDialog })),
);

/** The QR code and its dialog are fetched when somebody adds a phone. */
const AddPhoneDialog = lazy(() =>
  import('../features/units/components/add-phone-dialog.tsx').then((module) => ({ default: module.AddPhoneDialog })),
);
const StaleCheckIns = lazy(() =>
  import('../features/drivers/checked-in-tab.tsx').then((module) => ({ default: module.StaleCheckIns })),
);
const RemovalBanner = lazy(() =>
  import('../features/accounts/components/removal-panel.tsx').then((module) => ({ default: module.RemovalBanner })),
);

/** Side menu, header and the page. Below 768 px the menu is a drawer. */
export function Shell(): ReactNode {
  const t = useT();
  const user = useUser();
  useTripTypeColour();
  const path = useLocation({ select: (location) => location.pathname });
  const toasts = useToasts();
  useEffect(() => toasts.leavePage(), [path, toasts]);
  // The start page is on its way elsewhere.
  const isMissing = path !== ADDRESSES.start && accessTo(path, user) === 'missing';
  const menu = useCollapsed();
  const content = usePageScroll();
  const [isChanging, setChanging] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const changePassword = (): void => setChanging(true);
  return (
    <div className={styles['shell']} data-collapsed={menu.isCollapsed}>
      <a
        href="#content"
        className={styles['skip']}
        onClick={(event) => {
          // In the address it would take the focus again whenever one comes back to the page, as by closing what opened over it.
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('SkipToContent')}
      </a>
      <aside className={styles['side']}>
        <MenuBrand isCollapsed={menu.isCollapsed} />
        <SideMenu isCollapsed={menu.isCollapsed} />
        <MenuUser isCollapsed={menu.isCollapsed} onChangePassword={changePassword} />
      </aside>
      <header className={styles['header']}>
        <Drawer onChangePassword={changePassword} />
        <IconButton
          icon="panel-left"
          label={menu.isCollapsed ? t('ExpandMenu') : t('CollapseMenu')}
          className={cx(styles['wideOnly'], styles['menuToggle'])}
          aria-expanded={!menu.isCollapsed}
          onClick={menu.toggle}
        />
        {!isMissing && <PageTitle />}
        <div className={styles['headerEnd']}>
          <SupportLink />
          <LanguageMenu />
          <ThemeMenu />
          <AccountMenu onChangePassword={changePassword} onSupport={() => setWriting(true)} />
          <SignOutButton />
        </div>
      </header>
      <div className={styles['work']}>
        {user.Support && <VisitBanner user={user} until={user.Support.Until} />}
        {user.PrivateIsClosed && <PrivateClosedBanner isAtProfile={path === ADDRESSES.profile} />}
        <AnnouncementBanner />
        {typeof user.RemovalDueAt === 'string' && (
          <Suspense>
            <RemovalBanner />
          </Suspense>
        )}
        {!user.Support && (
          <Suspense>
            <StaleCheckIns />
          </Suspense>
        )}
        <ConnectionBanner />
        <WaitingEditsBanner />
        <NewVersion />
        <main id="content" ref={content} className={styles['main']} tabIndex={-1}>
          {/* ROLE-011: staff on a visit look. */}
          <LookOnly value={user.Support ? t('SupportOnlyLooks') : null}>
            <ErrorCatcher resetKey={path}>{isMissing ? <UnknownPage /> : <Outlet />}</ErrorCatcher>
          </LookOnly>
        </main>
      </div>
      {isChanging && <PasswordChangeDialog onClose={() => setChanging(false)} />}
      {isWriting && <Support onClose={() => setWriting(false)} />}
      <AddPhone />
      <Shortcuts />
      <AlarmWatch />
      <ReportRunsWatch />
      <UnsavedGuard />
    </div>
  );
}

/** A message to support from the page that is open, with its unit where it is one unit's page. */
function Support(props: { onClose: () => void }): ReactNode {
  const location = useLocation();
  // Where it was opened, also when the page changes behind it.
  const [{ page, imei }] = useState(() => {
    const { imei: named, unit } = location.search as { imei?: unknown; unit?: unknown };
    const about = [named, unit].find((value) => typeof value === 'string' && /^\d{15}$/.test(value));
    return { page: location.href.slice(0, PAGE_MAX), imei: typeof about === 'string' ? about : '' };
  });
  return (
    <Suspense>
      <SupportDialog page={page} imei={imei} onClose={props.onClose} />
    </Suspense>
  );
}

/** What the page's route says of it. */
function PageTitle(): ReactNode {
  const t = useT();
  const user = useUser();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  return title ? <Titled title={title(t, user)} /> : null;
}

function Titled({ title }: { title: string }): ReactNode {
  useDocumentTitle(title);
  return <h1 className={styles['title']}>{title}</h1>;
}

/** ADM-029: opened from the map and from the list of units; what was added is shown on the map. */
function AddPhone(): ReactNode {
  const go = useGo();
  const isOpen = useIsAddingPhone();
  const phone = useConnectedPhone();
  if (!isOpen) return null;
  return (
    <Suspense>
      <AddPhoneDialog
        phone={phone}
        onClose={endAddingPhone}
        onShow={(imei) => {
          endAddingPhone();
          void go({ to: ADDRESSES.map, search: { unit: imei } });
        }}
      />
    </Suspense>
  );
}

/** The side menu on phones. */
function Drawer(props: { onChangePassword: () => void }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  // ALARM-035: the menu has the number; where it is closed, its button says that there is one.
  const count = useOpenAlarms()?.new_count ?? 0;
  return (
    <>
      <span className={styles['openDrawer']}>
        <IconButton
          icon="menu"
          label={count > 0 ? `${t('OpenMenu')}, ${t('AlarmsNewCount', { count })}` : t('OpenMenu')}
          aria-expanded={isOpen}
          onClick={() => setOpen(true)}
        />
        {count > 0 && <span className={styles['news']} />}
      </span>
      <Sheet title={t('MainMenu')} closeLabel={t('Close')} isOpen={isOpen} onClose={close} side="start" isBare>
        <div className={styles['drawer']}>
          <div className={styles['drawerTop']}>
            <MenuBrand isCollapsed={false} />
            <IconButton icon="close" label={t('Close')} onClick={close} />
          </div>
          <SideMenu isCollapsed={false} isFolding onGone={close} />
          <MenuUser
            isCollapsed={false}
            onGone={close}
            onChangePassword={() => {
              close();
              props.onChangePassword();
            }}
          />
        </div>
      </Sheet>
    </>
  );
}
