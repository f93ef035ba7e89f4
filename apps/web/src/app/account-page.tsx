import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AuditScreen } from '../features/accounts/audit-screen.tsx';
import { CarBenefitScreen } from '../features/accounts/car-benefit-screen.tsx';
import { CompanyScreen } from '../features/accounts/company-screen.tsx';
import { DataScreen } from '../features/accounts/data-screen.tsx';
import { FuelPriceScreen } from '../features/accounts/fuel-price-screen.tsx';
import { GroupsScreen } from '../features/accounts/groups-screen.tsx';
import { OptionsScreen } from '../features/accounts/options-screen.tsx';
import { FeatureSettingsScreen } from '../features/units/feature-settings-screen.tsx';
import { AccessScreen, UsersScreen } from '../features/users/public.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { useDocumentTitle } from '../lib/document-title.ts';
import { useT } from '../lib/i18n.tsx';
import { mayLeave } from '../lib/unsaved.ts';
import { Tabs } from '../ui/tabs.tsx';
import styles from './account-page.module.css';
import { tabOf, type AccountSearch, type AccountTab } from './account-search.ts';

/** NAV-018, ADM-001: the account, for administrators. The open tab and its filters are in the address. */
export function AccountPage(): ReactNode {
  const t = useT();
  useDocumentTitle(t('MenuAccount'));
  const search = useSearch({ from: ADDRESSES.account });
  const navigate = useNavigate({ from: ADDRESSES.account });
  const tab = tabOf(search);
  const change = (patch: Partial<AccountSearch>, options?: { replace?: boolean }): void =>
    void navigate({
      to: ADDRESSES.account,
      search: (before: AccountSearch) => ({ ...before, ...patch }),
      replace: options?.replace ?? false,
    });
  // A tab that is left takes what was typed in it along, so it asks first (NAV-039).
  const open = (id: string): void => {
    if (id !== tab)
      void mayLeave().then((isYes) => {
        if (isYes) void navigate({ to: ADDRESSES.account, search: { tab: id as AccountTab } });
      });
  };
  const parts = { search, onSearch: change };
  return (
    <div className={styles['page']}>
      <Tabs
        label={t('MenuAccount')}
        selected={tab}
        onSelect={open}
        tabs={[
          {
            id: 'users',
            label: t('UsersTitle'),
            panel: <UsersScreen {...parts} renderProfileLink={(text) => <Link to={ADDRESSES.profile}>{text}</Link>} />,
          },
          { id: 'access', label: t('AccessTitle'), panel: <AccessScreen {...parts} /> },
          { id: 'departments', label: t('DepartmentsTitle'), panel: <GroupsScreen kind="departments" /> },
          { id: 'projects', label: t('ProjectsTitle'), panel: <GroupsScreen kind="projects" /> },
          { id: 'tags', label: t('TagsTitle'), panel: <GroupsScreen kind="tags" /> },
          { id: 'purposes', label: t('PurposesTitle'), panel: <GroupsScreen kind="purposes" /> },
          {
            id: 'features',
            label: t('FeaturesTitle'),
            panel: <FeatureSettingsScreen renderUnitsLink={(text) => <Link to={ADDRESSES.units}>{text}</Link>} />,
          },
          { id: 'company', label: t('CompanyTab'), panel: <CompanyScreen /> },
          { id: 'fuel-price', label: t('FuelPriceTab'), panel: <FuelPriceScreen /> },
          {
            id: 'car-benefit',
            label: t('BenefitTitle'),
            panel: (
              <CarBenefitScreen
                renderUnitLink={({ imei, name }) => (
                  <Link to={ADDRESSES.editUnit} search={{ imei, tab: 'access' }}>
                    {name}
                  </Link>
                )}
              />
            ),
          },
          { id: 'options', label: t('OptionsTab'), panel: <OptionsScreen /> },
          {
            id: 'data',
            label: t('DataTab'),
            panel: <DataScreen renderUsersLink={(text) => <Link to={ADDRESSES.account}>{text}</Link>} />,
          },
          { id: 'audit', label: t('AuditTitle'), panel: <AuditScreen {...parts} /> },
        ]}
      />
    </div>
  );
}
