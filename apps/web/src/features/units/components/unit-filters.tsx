import type { UnitRow } from '@spora/contract/units/endpoints';
import { UNIT_KINDS } from '@spora/contract/units/values';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { Button } from '../../../ui/button.tsx';
import { ColumnList } from '../../../ui/column-list.tsx';
import { PopoverButton } from '../../../ui/popover-button.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select } from '../../../ui/select.tsx';
import { keepUnitColumns, useUnitColumns } from '../column-state.ts';
import {
  choicesOf,
  type Column,
  COLUMNS,
  FIRST_COLUMNS,
  isNarrowed,
  isUsual,
  modesAmong,
  moved,
  toggled,
  type UnitSearch,
} from '../list-model.ts';
import styles from './unit-filters.module.css';
import { useUnitTexts } from './use-unit-texts.ts';

/** Search, filters, columns and the file, with how many there are and what can be done. */
export function UnitsHead(props: {
  rows: readonly UnitRow[];
  search: UnitSearch;
  onSearch: (patch: UnitSearch) => void;
  onExport: () => void;
  isExporting: boolean;
  count: string;
  tools: ReactNode;
  action: ReactNode;
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const isPhone = useMedia('(width < 768px)');
  const [wanted, setWanted] = useSettledText(search.q ?? '', (q) => onSearch({ q: q || undefined }));
  return (
    <PageHead
      label={t('UnitList')}
      title={t('UnitList')}
      count={<span role="status">{props.count}</span>}
      tools={props.tools}
      action={props.action}
      isNarrowed={isNarrowed({ ...search, q: undefined })}
      search={
        <SearchField
          label={t(isPhone ? 'UnitsSearchShort' : 'UnitsSearch')}
          hint={t('UnitsSearchShort')}
          clearLabel={t('ClearSearch')}
          value={wanted}
          onChange={setWanted}
          isPageSearch
        />
      }
      filters={
        <>
          <Choices {...props} />
          <span className={styles['tools']}>
            <ColumnChoice search={search} onSearch={onSearch} />
            <Button icon="download" isBusy={props.isExporting} onClick={props.onExport}>
              {t('UnitsExport')}
            </Button>
          </span>
        </>
      }
    />
  );
}

function Choices(props: { rows: readonly UnitRow[]; search: UnitSearch; onSearch: (patch: UnitSearch) => void }): ReactNode {
  const { rows, search, onSearch } = props;
  const t = useT();
  const kinds = UNIT_KINDS.filter((kind) => kind === search.kind || rows.some((row) => row.kind === kind));
  const modes = modesAmong(rows, search.mode);
  const groups = [
    { name: 'department', label: t('Department'), all: t('AllDepartments'), values: rows.map((row) => row.department) },
    { name: 'project', label: t('Project'), all: t('AllProjects'), values: rows.map((row) => row.project) },
    { name: 'tag', label: t('Tag'), all: t('AllTags'), values: rows.flatMap((row) => row.tags) },
  ] as const;
  return (
    <>
      <Select
        label={t('Kind')}
        value={search.kind ?? ''}
        isActive={search.kind !== undefined}
        options={[{ value: '', label: t('AllKinds') }, ...kinds.map((kind) => ({ value: kind, label: t(`Kind-${kind}`) }))]}
        onChange={(kind) => onSearch({ kind: kind === '' ? undefined : kind })}
      />
      {groups.map(({ name, label, all, values }) => {
        const options = choicesOf(values, search[name]);
        if (options.length === 0) return null;
        return (
          <Select
            key={name}
            label={label}
            searchLabel={label}
            value={search[name] ?? ''}
            isActive={search[name] !== undefined}
            options={[{ value: '', label: all }, ...options.map((value) => ({ value, label: value }))]}
            onChange={(value) => onSearch({ [name]: value || undefined })}
          />
        );
      })}
      {modes.length > 0 && (
        <Select
          label={t('UnitMode')}
          value={search.mode ?? ''}
          isActive={search.mode !== undefined}
          options={[{ value: '', label: t('AllModes') }, ...modes.map((mode) => ({ value: mode, label: t(`Mode-${mode}`) }))]}
          onChange={(mode) => onSearch({ mode: mode === '' ? undefined : mode })}
        />
      )}
      <Select
        label={t('UnitsShow')}
        value={search.show ?? ''}
        isActive={search.show !== undefined}
        options={[
          { value: '', label: t('UnitsInUse') },
          { value: 'locked', label: t('UnitsLocked') },
          { value: 'silent', label: t('UnitsWithoutContact') },
          { value: 'lost', label: t('UnitsLost') },
          { value: 'open', label: t('UnitsWithOpenMatters') },
          { value: 'retired', label: t('UnitsRetired') },
        ]}
        onChange={(show) => onSearch({ show: show === '' ? undefined : show })}
      />
    </>
  );
}

function ColumnChoice(props: { search: UnitSearch; onSearch: (patch: UnitSearch) => void }): ReactNode {
  const t = useT();
  const texts = useUnitTexts();
  const columns = useUnitColumns(props.search);
  const keep = (next: readonly Column[]): void => props.onSearch({ columns: keepUnitColumns(next) });
  return (
    <span className={styles['columns']}>
      <PopoverButton label={t('UnitsColumns')} icon="panel-left">
        <ColumnList
          shown={columns}
          all={COLUMNS}
          labelOf={(column) => texts.title[column]}
          onToggle={(column) => keep(toggled(columns, column))}
          onMove={(column, step) => keep(moved(columns, column, step))}
          onUsual={isUsual(columns) ? null : () => keep(FIRST_COLUMNS)}
        />
      </PopoverButton>
    </span>
  );
}
