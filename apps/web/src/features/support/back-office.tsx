import { useEffect, useRef, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigateTo, usePathname } from '../../lib/navigate.ts';
import { PublicLink } from '../../lib/public-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { mayLeave } from '../../lib/unsaved.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Mark } from '../../ui/mark.tsx';
import { showWithin } from '../../ui/show-within.ts';
import { AccountPage } from './components/account-page.tsx';
import { AccountsPage } from './components/accounts-page.tsx';
import { ActsPage } from './components/acts-page.tsx';
import { AnnouncementsPage } from './components/announcements-page.tsx';
import { CasesPage } from './components/cases-page.tsx';
import { PaymentTypesPage } from './components/payment-types-page.tsx';
import { SettingsPage } from './components/settings-page.tsx';
import { StockPage } from './components/stock-page.tsx';
import { TermsPage } from './components/terms-page.tsx';
import { addressOf, PAGES, placeOf, type SupportPageName } from './model.ts';
import type { StaffSession } from './session.ts';
import styles from './support.module.css';

const SCREENS: Readonly<Record<SupportPageName, () => ReactNode>> = {
  accounts: AccountsPage,
  cases: CasesPage,
  stock: StockPage,
  announcements: AnnouncementsPage,
  terms: TermsPage,
  'payment-types': PaymentTypesPage,
  settings: SettingsPage,
  log: ActsPage,
};

/** ADM-028: the operator's side. It has no map and no router: a list of pages, and the one that is open. */
export function BackOffice(props: { staff: StaffSession['staff']; preferences: ReactNode; onSignOut: () => void }): ReactNode {
  const { staff, preferences, onSignOut } = props;
  const t = useT();
  const send = useSend();
  const place = placeOf(usePathname());
  const Page = place ? SCREENS[place.page] : null;
  useDocumentTitle(place ? t(`Support_${place.page}`) : t('BackOfficeTitle'));
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the pages scroll sideways; the open one is seen.
    showWithin(nav.current, nav.current?.querySelector('[aria-current=page]'));
  }, [place?.page]);
  // NAV-039: no router asks here.
  const leave = (then: () => void): void => void mayLeave().then((isYes) => isYes && then());
  const signOut = (): void => {
    // This browser forgets it either way.
    void call(send, 'support.sign-out', {}).catch(() => undefined);
    onSignOut();
  };
  return (
    <div className={styles['office']}>
      <header className={styles['top']}>
        <span className={styles['brand']}>
          <Mark size={26} />
          {t('BackOfficeTitle')}
        </span>
        <span className={styles['who']}>{staff.full_name}</span>
        {preferences}
        <Button
          isSmall
          icon="sign-out"
          className={styles['out']}
          aria-label={t('SignOut')}
          title={t('SignOut')}
          onClick={() => leave(signOut)}
        >
          <span>{t('SignOut')}</span>
        </Button>
      </header>
      <nav ref={nav} className={styles['nav']} aria-label={t('SupportPages')}>
        {PAGES.map((page) => (
          <PublicLink
            key={page}
            href={addressOf(page)}
            aria-current={place?.page === page ? 'page' : undefined}
            onGo={() => leave(() => navigateTo(addressOf(page)))}
          >
            {t(`Support_${page}`)}
          </PublicLink>
        ))}
      </nav>
      <div className={styles['page']}>
        {place === null || Page === null ? (
          <EmptyState icon="search" title={t('NotFound')} />
        ) : place.accountId !== null ? (
          <AccountPage key={place.accountId} id={place.accountId} />
        ) : (
          <Page />
        )}
      </div>
    </div>
  );
}
