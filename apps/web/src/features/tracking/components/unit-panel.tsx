import type { LiveUnit, SearchOptions } from '@spora/contract/tracking/endpoints';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { IconButton } from '../../../ui/button.tsx';
import type { LiveState } from '../live-feed.ts';
import type { UnitGroups } from '../model.ts';
import { ListFilters } from './list-filters.tsx';
import { NoUnits, NothingMatches, UnitsSkeleton } from './sidebar.tsx';
import { UnitList } from './unit-list.tsx';
import styles from './unit-panel.module.css';

const NO_FILTERS: Partial<SearchOptions> = { search: '', states: [], kinds: [], departments: [], projects: [], tags: [] };

/** All units beside the map: filters, how many pass them, and the list; or why there is none. */
export function UnitPanel(props: {
  state: LiveState;
  units: readonly LiveUnit[];
  groups: UnitGroups;
  nowMs: number;
  options: SearchOptions;
  onChange: (change: Partial<SearchOptions>) => void;
  /** The unit whose card was closed last: the list begins there. */
  lastId: number | null;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
  onAddPhone: (() => void) | null;
}): ReactNode {
  const { state, units, groups, options, onChange, onAddPhone } = props;
  const t = useT();
  const user = useUser();
  const shown = groups.onMap.length + groups.withoutPosition.length;
  if (!state.hasLoaded) return <UnitsSkeleton connection={state.connection} />;
  if (units.length === 0) return <NoUnits isAdmin={user.IsAdmin} accountName={user.AccountName} onAddPhone={onAddPhone} />;
  return (
    <>
      <ListFilters units={units} nowMs={props.nowMs} options={options} onChange={onChange} />
      <div className={styles['head']}>
        <p className={styles['count']} aria-live="polite">
          {shown < units.length ? t('UnitsOf', { shown, count: units.length }) : t('UnitsShown', { count: units.length })}
        </p>
        {onAddPhone && <IconButton icon="plus" isSmall label={t('AddPhone')} onClick={onAddPhone} />}
      </div>
      {shown === 0 ? (
        <NothingMatches onShowAll={() => onChange(NO_FILTERS)} />
      ) : (
        <UnitList groups={groups} nowMs={props.nowMs} startId={props.lastId} onSelect={props.onSelect} onHover={props.onHover} />
      )}
    </>
  );
}
