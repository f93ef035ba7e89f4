import type { ReactNode } from 'react';
import { useGo, usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { AuditScreen } from './audit-screen.tsx';
import { AutoplanScreen } from '../autoplan/public.tsx';
import { CarBenefitScreen } from './car-benefit-screen.tsx';
import { SafeHomeNote } from './components/safe-home-note.tsx';
import { CompanyScreen } from './company-screen.tsx';
import { DataScreen } from './data-screen.tsx';
import { DaysOffScreen } from '../days-off/public.tsx';
import { FuelPriceScreen } from './fuel-price-screen.tsx';
import { GroupsScreen } from './groups-screen.tsx';
import { OptionsScreen } from './options-screen.tsx';
import { IntegrationsScreen } from '../integrations/public.tsx';
import { RequirementScreen } from '../second-factor/public/requirement-screen.tsx';
import { SingleSignOnScreen } from '../single-sign-on/public.tsx';
import { FeatureSettingsScreen } from '../units/public.tsx';
import { AccessScreen } from '../users/public/access-screen.tsx';
import { UsersScreen } from '../users/public/users-screen.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { mayLeave } from '../../lib/unsaved.ts';
import { Sections } from '../../ui/sections.tsx';
import styles from './account-page.module.css';
import { ACCOUNT_TAB_GROUPS, tabOf, type AccountGroup, type AccountSearch, type AccountTab } from './account-search.ts';

/** Those whose heading stands in a line with what can be done there. */
const BRINGS_HEADING: ReadonlySet<AccountTab> = new Set([
  'users',
  'access',
  'departments',
  'projects',
  'tags',
  'purposes',
  'audit',
]);

/** NAV-018, ADM-001: the account, for administrators. The open tab and its filters are in the address. */
export function AccountPage(): ReactNode {
  const t = useT();
  const search = usePageSearch(ADDRESSES.account);
  const patch = useSearchPatch(ADDRESSES.account);
  const go = useGo();
  const tab = tabOf(search);
  const change = (next: Partial<AccountSearch>, options?: { replace?: boolean }): void =>
    patch(next, { replace: options?.replace ?? false });
  // A tab that is left takes what was typed in it along, so it asks first (NAV-039).
  const open = (id: string): void => {
    if (id !== tab)
      void mayLeave().then((isYes) => {
        if (isYes) void go({ to: ADDRESSES.account, search: { tab: id as AccountTab } });
      });
  };
  const parts = { search, onSearch: change };
  const titles: Readonly<Record<AccountTab, string>> = {
    users: t('UsersTitle'),
    access: t('AccessTitle'),
    'single-sign-on': t('SignOnTab'),
    departments: t('DepartmentsTitle'),
    projects: t('ProjectsTitle'),
    tags: t('TagsTitle'),
    purposes: t('PurposesTitle'),
    features: t('FeaturesTitle'),
    company: t('CompanyTab'),
    'days-off': t('DaysOffTab'),
    'fuel-price': t('FuelPriceTab'),
    'car-benefit': t('BenefitTitle'),
    options: t('OptionsTab'),
    security: t('SecurityTab'),
    data: t('DataTab'),
    autoplan: t('AutoplanTab'),
    integrations: t('IntegrationsTab'),
    audit: t('AuditTitle'),
  };
  const panels: Readonly<Record<AccountTab, ReactNode>> = {
    users: <UsersScreen {...parts} />,
    access: <AccessScreen {...parts} />,
    'single-sign-on': <SingleSignOnScreen />,
    departments: <GroupsScreen key="departments" kind="departments" {...parts} />,
    projects: <GroupsScreen key="projects" kind="projects" {...parts} />,
    tags: <GroupsScreen key="tags" kind="tags" {...parts} />,
    purposes: <GroupsScreen key="purposes" kind="purposes" {...parts} />,
    features: <FeatureSettingsScreen />,
    company: <CompanyScreen />,
    'days-off': <DaysOffScreen note={<SafeHomeNote />} />,
    'fuel-price': <FuelPriceScreen />,
    'car-benefit': <CarBenefitScreen />,
    options: <OptionsScreen />,
    security: <RequirementScreen />,
    data: <DataScreen />,
    autoplan: <AutoplanScreen />,
    integrations: <IntegrationsScreen />,
    audit: <AuditScreen {...parts} />,
  };
  return (
    <div className={styles['page']}>
      <Sections
        label={t('MenuAccount')}
        selected={tab}
        onSelect={open}
        hrefOf={(id) => `?${new URLSearchParams({ tab: id }).toString()}`}
        groups={(Object.keys(ACCOUNT_TAB_GROUPS) as AccountGroup[]).map((group) => ({
          title: t(`AccountTabs-${group}`),
          sections: ACCOUNT_TAB_GROUPS[group].map((id) => ({ id, label: titles[id] })),
        }))}
      >
        {BRINGS_HEADING.has(tab) ? (
          panels[tab]
        ) : (
          <div className={styles['titled']}>
            <h2>{titles[tab]}</h2>
            {panels[tab]}
          </div>
        )}
      </Sections>
    </div>
  );
}
