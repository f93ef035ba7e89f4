import type { SearchOptions, UnitState } from '@spora/contract/tracking/endpoints';
import { UNIT_STATES } from '@spora/contract/tracking/values';
import { useState, type ReactNode } from 'react';
import { useMedia } from '../../../lib/use-media.ts';
import { useT } from '../../../lib/i18n.tsx';
import { stateTextOf } from '../../../lib/kind-texts.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import chip from '../../../ui/chip.module.css';
import { cx } from '../../../ui/cx.ts';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { type Area, countStates, matches, type ShownUnit } from '../model.ts';
import { GROUPINGS } from '../filter-search.ts';
import { useAreas } from '../use-areas.ts';
import styles from './list-filters.module.css';
import { StateMark } from '../../../map/state-mark.tsx';

const SORTS = ['name', 'last-seen', 'state', 'speed'] as const satisfies SearchOptions['sort'][];

/** Search, states with their counts, order and further filters of the unit list (MAP-017). */
export function ListFilters(props: {
  units: readonly ShownUnit[];
  nowMs: number;
  options: SearchOptions;
  /** What a phone's list is searched by, where that is typed over the map. */
  search?: string;
  onChange: (change: Partial<SearchOptions>) => void;
  /** Enter in the search: the map goes to what was found. Typing alone never moves it (MAP-028). */
  onShowHits: () => void;
  /** Arrow down in the search goes on in the list. */
  onEnterList?: () => void;
}): ReactNode {
  const { options, onChange, units, nowMs, search = options.search } = props;
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isPhone = useMedia('(width < 768px)');
  const areas = useAreas(isOpen || options.areas.length > 0);
  const all = countStates(units, nowMs);
  // Of the fleet, not of those in a state just now: a chip's words do not change while one looks.
  const kinds = [...new Set(units.map(({ kind }) => kind))];
  // Of what the search and the other filters leave: what a press on the chip would show.
  const hits = countStates(
    units.filter((unit) => matches(unit, { ...options, search, states: [] }, nowMs, areas)),
    nowMs,
  );
  const isNarrowed = [options.kinds, options.departments, options.projects, options.tags, options.areas].some(
    (list) => list.length > 0,
  );
  const sorts = { name: t('SortName'), 'last-seen': t('SortLastSeen'), state: t('SortState'), speed: t('SortSpeed') };
  const filterButton = isPhone ? (
    <IconButton
      icon="filter"
      look="plain"
      label={t('Filters')}
      aria-expanded={isOpen}
      className={cx(isNarrowed && styles['active'])}
      onClick={() => setOpen(!isOpen)}
    />
  ) : (
    <Button
      look="quiet"
      isSmall
      icon="filter"
      aria-expanded={isOpen}
      className={cx(isNarrowed && styles['active'])}
      onClick={() => setOpen(!isOpen)}
    >
      {t('Filters')}
    </Button>
  );
  return (
    <div className={styles['filters']}>
      {/* A phone has one search, over the map; what was typed elsewhere can be taken back here. */}
      {(!isPhone || options.search !== '') && (
        <SearchField
          label={t('SearchUnits')}
          clearLabel={t('ClearSearch')}
          value={options.search}
          onChange={(search) => onChange({ search })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') props.onShowHits();
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            props.onEnterList?.();
          }}
          isPageSearch
        />
      )}
      <div className={styles['chips']}>
        {isPhone && filterButton}
        <div className={styles['states']} role="group" aria-label={t('SortState')}>
          {UNIT_STATES.filter((state) => all[state] > 0 || options.states.includes(state)).map((state) => (
            <StateChip
              key={state}
              state={state}
              label={stateTextOf(state, kinds, t)}
              count={hits[state]}
              isOn={options.states.includes(state)}
              onToggle={() => onChange({ states: toggled(options.states, state) })}
            />
          ))}
        </div>
      </div>
      {(!isPhone || isOpen) && (
        <div className={styles['line']}>
          <Select
            label={t('SortBy')}
            value={options.sort}
            options={SORTS.map((sort) => ({ value: sort, label: sorts[sort] }))}
            onChange={(sort) => onChange({ sort })}
          />
          <IconButton
            icon="sort"
            look="quiet"
            label={t('SortReverse')}
            aria-pressed={options.descending}
            onClick={() => onChange({ descending: !options.descending })}
          />
          <span className={styles['space']} />
          {!isPhone && filterButton}
        </div>
      )}
      {isOpen && <MoreFilters {...props} areas={areas} />}
    </div>
  );
}

export const toggled = <T,>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((each) => each !== value) : [...list, value];

function StateChip(props: { state: UnitState; label: string; count: number; isOn: boolean; onToggle: () => void }): ReactNode {
  return (
    <button type="button" className={chip['chip']} aria-pressed={props.isOn} onClick={props.onToggle}>
      <StateMark state={props.state} size={16} />
      {props.label}
      <span className={styles['count']}>{props.count}</span>
    </button>
  );
}

const ALL = '';

function MoreFilters({
  units,
  areas,
  options,
  onChange,
}: {
  units: readonly ShownUnit[];
  areas: readonly Area[];
  options: SearchOptions;
  onChange: (change: Partial<SearchOptions>) => void;
}): ReactNode {
  const t = useT();
  const kinds = [...new Set(units.map((unit) => unit.kind))];
  const choices = [
    {
      key: 'kinds',
      all: t('AllKinds'),
      label: t('Kind'),
      values: kinds.map((kind) => ({ value: kind, label: t(`Kind-${kind}`) })),
    },
    { key: 'departments', all: t('AllDepartments'), label: t('Department'), values: named(units.map((unit) => unit.department)) },
    { key: 'projects', all: t('AllProjects'), label: t('Project'), values: named(units.map((unit) => unit.project)) },
    { key: 'tags', all: t('AllTags'), label: t('Tag'), values: named(units.flatMap((unit) => unit.tags)) },
    { key: 'areas', all: t('AllAreas'), label: t('Area'), values: areas },
  ] as const;
  const groupings = {
    ...{ none: t('GroupByNone'), department: t('GroupByDepartment'), project: t('GroupByProject') },
    ...{ kind: t('GroupByKind'), state: t('GroupByState') },
  };
  return (
    <div className={styles['more']}>
      {choices
        .filter(({ values, key }) => values.length > (key === 'areas' ? 0 : 1) || options[key].length > 0)
        .map(({ key, all, label, values }) => (
          <Select
            key={key}
            label={label}
            value={options[key][0] ?? ALL}
            options={[{ value: ALL, label: all }, ...values]}
            onChange={(value) => onChange({ [key]: value === ALL ? [] : [value] })}
            isActive={options[key].length > 0}
            searchLabel={label}
          />
        ))}
      <Select
        label={t('GroupBy')}
        value={options.group_by}
        options={GROUPINGS.map((group) => ({ value: group, label: groupings[group] }))}
        onChange={(group) => onChange({ group_by: group })}
        isActive={options.group_by !== 'none'}
      />
      <Switch label={t('ClusterUnits')} isOn={options.cluster} onChange={(isOn) => onChange({ cluster: isOn })} />
      <Switch label={t('ShowTitles')} isOn={options.show_titles} onChange={(isOn) => onChange({ show_titles: isOn })} />
    </div>
  );
}

const named = (values: readonly (string | null)[]): { value: string; label: string }[] =>
  [...new Set(values.filter((value) => value !== null))].toSorted().map((value) => ({ value, label: value }));
