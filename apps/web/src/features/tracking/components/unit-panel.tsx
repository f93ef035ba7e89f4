import type { SearchOptions } from '@spora/contract/tracking/endpoints';
import { useRef, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import type { OpenOfUnit } from '../../alarms/public/open-alarms.ts';
import type { LiveState } from '../live-feed.ts';
import type { UnitGroups, ShownUnit } from '../model.ts';
import { ListFilters, toggled } from './list-filters.tsx';
import { NoUnits, NothingMatches, UnitsSkeleton } from './sidebar.tsx';
import { type ListHandle, UnitList } from './unit-list.tsx';
import styles from './unit-panel.module.css';

const FILTERS = ['states', 'kinds', 'departments', 'projects', 'tags', 'areas'] as const;
const NO_FILTERS: Partial<SearchOptions> = { search: '', ...Object.fromEntries(FILTERS.map((name) => [name, []])) };

/** All units beside the map: filters, how many pass them, and the list; or why there is none. */
export function UnitPanel(props: {
  state: LiveState;
  units: readonly ShownUnit[];
  groups: UnitGroups;
  nowMs: number;
  openAlarms: ReadonlyMap<number, OpenOfUnit>;
  options: SearchOptions;
  /** What the groups are searched by, where that is typed over the map. */
  search?: string;
  onChange: (change: Partial<SearchOptions>) => void;
  /** The unit whose card was closed last: the list begins there. */
  lastId: number | null;
  onSelect: (id: number) => void;
  onHover: (id: number | null) => void;
  onNeed: (ids: readonly number[]) => void;
  /** Takes the map to the units that pass search and filters. */
  onFitFiltered: () => void;
  /** MAP-027: so many lie outside of what the map shows. */
  outside: number;
  onFitAll: () => void;
  onAddPhone: (() => void) | null;
}): ReactNode {
  const { outside, state, units, groups, options, onChange, onAddPhone } = props;
  const t = useT();
  const user = useUser();
  const list = useRef<ListHandle>(null);
  const shown = groups.onMap.length + groups.withoutPosition.length;
  if (!state.hasLoaded) return <UnitsSkeleton connection={state.connection} />;
  if (units.length === 0) return <NoUnits isAdmin={user.IsAdmin} accountName={user.AccountName} onAddPhone={onAddPhone} />;
  const placeless = groups.withoutPosition.length;
  const inPrivateUse = groups.withoutPosition.filter((unit) => unit.no_position_reason === 'private').length;
  const [only] = options.search !== '' && shown === 1 ? [...groups.onMap, ...groups.withoutPosition] : [];
  return (
    <>
      <ListFilters
        units={units}
        nowMs={props.nowMs}
        options={options}
        {...(props.search === undefined ? {} : { search: props.search })}
        onChange={onChange}
        onShowHits={() => {
          if (only) props.onSelect(only.id);
          else if (groups.onMap.length > 0) props.onFitFiltered();
        }}
        onEnterList={() => list.current?.enter()}
      />
      <div className={styles['head']}>
        <p className={styles['count']} aria-live="polite">
          {shown < units.length ? t('UnitsOf', { shown, count: units.length }) : t('UnitsShown', { count: units.length })}
          {/* As many as its group in the list says. */}
          {placeless > 0 && ` · ${t('UnitsPlaceless', { count: placeless })}`}
          {inPrivateUse > 0 && ` (${t('UnitsInPrivateUse', { count: inPrivateUse })})`}
          {outside > 0 && ` · ${t(outside < groups.onMap.length ? 'UnitsOutside' : 'UnitsAllOutside', { count: outside })}`}
        </p>
        {outside > 0 && (
          <Button isSmall look="quiet" icon="map" onClick={props.onFitAll}>
            {t(units.length > 1 ? 'ShowAllOnMap' : 'ShowOnMap')}
          </Button>
        )}
        {groups.onMap.length > 0 && shown < units.length && (
          <Button isSmall look="quiet" icon="map" onClick={props.onFitFiltered}>
            {t('ShowOnMap')}
          </Button>
        )}
        {onAddPhone && <IconButton icon="plus" isSmall isWrite label={t('AddPhone')} onClick={onAddPhone} />}
      </div>
      {/* Typing never moves the map (MAP-028); what it does to it stands here, once it does something. */}
      {shown < units.length && (
        <div className={styles['filterMap']}>
          <Switch label={t('FilterMap')} isOn={options.filter_map} onChange={(isOn) => onChange({ filter_map: isOn })} />
          {/* Filters are remembered: whoever comes back to some units of many has one press to all. */}
          {shown > 0 && FILTERS.some((name) => options[name].length > 0) && (
            <Button isSmall look="quiet" onClick={() => onChange(NO_FILTERS)}>
              {t('ClearFilters')}
            </Button>
          )}
        </div>
      )}
      {shown === 0 ? (
        <NothingMatches onShowAll={() => onChange(NO_FILTERS)} />
      ) : (
        <UnitList
          ref={list}
          groups={groups}
          groupBy={options.group_by}
          closed={options.closed_groups}
          onToggleGroup={(key) => onChange({ closed_groups: toggled(options.closed_groups, key) })}
          nowMs={props.nowMs}
          openAlarms={props.openAlarms}
          startId={props.lastId}
          onSelect={props.onSelect}
          onHover={props.onHover}
          onNeed={props.onNeed}
        />
      )}
    </>
  );
}
