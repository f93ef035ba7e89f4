import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { usePageSearch, useSearchPatch } from '../../lib/page-link.tsx';
import { useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CheckInDialog } from './public/check-in-dialog.tsx';
import { CheckedInTab } from './checked-in-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import type { DriversTab } from './search.ts';
import { TagsTab } from './tags-tab.tsx';
import { useMissingCount, WithoutDriverTab } from './without-driver-tab.tsx';
import styles from './drivers.module.css';

/** With the library that draws codes. */
const CodesTab = lazy(() => import('./codes-tab.tsx').then((module) => ({ default: module.CodesTab })));

/** Who drives: checked in now; for administrators first the people, and also trips without a driver, tags, and codes to print. */
export function DriversScreen(props: {
  tab: DriversTab;
  onTab: (tab: DriversTab) => void;
  find?: string;
  onFind?: (find: string) => void;
}): ReactNode {
  const { find = '', onFind = () => undefined } = props;
  const t = useT();
  const { IsAdmin: isAdmin } = useUser();
  const [isOpen, setOpen] = useState(false);
  const missing = useMissingCount(isAdmin);
  const panels: [DriversTab, ReactNode][] = [
    ['people', <PeopleTab key="people" find={find} onFind={onFind} />],
    ['now', <CheckedInTab key="now" />],
    ['missing', <WithoutDriverTab key="missing" />],
    ['tags', <TagsTab key="tags" />],
    [
      'codes',
      <Suspense key="codes">
        <CodesTab />
      </Suspense>,
    ],
  ];
  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <p className={styles['soft']}>{t(isAdmin ? 'DriversLead' : 'DriversLeadOwn')}</p>
        <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
          {t('CheckIn')}
        </Button>
      </div>
      {isAdmin ? (
        <Tabs
          label={t('MenuDrivers')}
          selected={props.tab}
          onSelect={(id) => props.onTab(panels.find(([tab]) => tab === id)?.[0] ?? 'people')}
          tabs={panels.map(([id, panel]) => ({
            id,
            label: id === 'missing' && missing > 0 ? `${t('DriversTab-missing')} (${missing})` : t(`DriversTab-${id}`),
            panel,
          }))}
        />
      ) : (
        <CheckedInTab />
      )}
      {isOpen && <CheckInDialog target={{}} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** Who drives what; the open tab stands in the address. */
export function DriversPage(): ReactNode {
  const { tab = 'people', q } = usePageSearch(ADDRESSES.drivers);
  const patch = useSearchPatch(ADDRESSES.drivers);
  return (
    <DriversScreen
      tab={tab}
      onTab={(next) => patch({ tab: next === 'people' ? undefined : next })}
      find={q ?? ''}
      onFind={(text) => patch({ q: text || undefined })}
    />
  );
}
