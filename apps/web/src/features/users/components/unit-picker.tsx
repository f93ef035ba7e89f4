import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { isUnitFound, unitName, unitsByDepartment, type AccessUnit, type UnitGroup } from '../unit-groups.ts';
import styles from './unit-picker.module.css';

type Row =
  | { readonly kind: 'first' }
  | { readonly kind: 'group'; readonly group: UnitGroup }
  | { readonly kind: 'unit'; readonly unit: AccessUnit };
const ROW_PX = 34;

/** The units a user is given: searched, by department, a whole department at once; what they had when it was opened stands first. */
export function UnitPicker(props: {
  units: readonly AccessUnit[];
  chosen: readonly number[];
  /** Units whose access the user keeps: they locked them. */
  fixed?: ReadonlySet<number>;
  /** It is all that its sheet is about: the list takes the height that there is. */
  isTall?: boolean;
  onChange: (chosen: number[]) => void;
}): ReactNode {
  const { units, onChange, fixed } = props;
  const t = useT();
  const [q, setQ] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const chosen = useMemo(() => new Set(props.chosen), [props.chosen]);
  // A row does not move from under the finger that ticks it.
  const [began] = useState(chosen);
  const rows = useMemo<Row[]>(() => {
    const found = q.trim() ? units.filter((unit) => isUnitFound(unit, q.trim())) : units;
    const first = began.size === units.length ? [] : found.filter(({ id }) => began.has(id));
    const isAmongFirst = new Set(first.map(({ id }) => id));
    const rowsOf = (some: readonly AccessUnit[]) => some.map((unit) => ({ kind: 'unit', unit }) as const);
    return [
      ...(first.length > 0 ? [{ kind: 'first' } as const] : []),
      ...rowsOf(first),
      ...unitsByDepartment(found).flatMap((group) => [
        ...(group.department === null ? [] : [{ kind: 'group', group } as const]),
        ...rowsOf(group.units.filter(({ id }) => !isAmongFirst.has(id))),
      ]),
    ];
  }, [units, q, began]);
  const shown = useRowWindow(rows.length, ROW_PX, list);
  const set = (ids: readonly number[], isOn: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isOn) next.add(id);
      else if (!fixed?.has(id)) next.delete(id);
    onChange([...next]);
  };
  return (
    <fieldset className={styles['picker']}>
      <legend className={styles['legend']}>{t('UserUnits')}</legend>
      <SearchField label={t('FindUnits')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} />
      <p className={styles['count']} aria-live="polite">
        {t('UnitsGiven', { chosen: chosen.size, count: units.length })}
      </p>
      <div className={styles['scroller']} data-tall={props.isTall}>
        <div ref={list}>
          <div style={{ height: shown.before }} />
          {shown.indexes.map((index) => {
            const row = rows[index];
            if (!row) return null;
            return (
              <div key={keyOf(row)} ref={shown.measure} data-index={index}>
                {row.kind === 'first' ? (
                  <p className={styles['first']}>{t('UserChosenFirst')}</p>
                ) : row.kind === 'group' ? (
                  <GroupBox group={row.group} chosen={chosen} onSet={set} />
                ) : (
                  <label className={styles['unit']}>
                    <input
                      type="checkbox"
                      checked={chosen.has(row.unit.id)}
                      disabled={fixed?.has(row.unit.id)}
                      onChange={(event) => set([row.unit.id], event.target.checked)}
                    />
                    <span>{unitName(row.unit)}</span>
                    {fixed?.has(row.unit.id) && <span className={styles['fixed']}>{t('AccessLockers')}</span>}
                    {row.unit.locked_by !== null && <Icon name="lock" size={14} />}
                  </label>
                )}
              </div>
            );
          })}
          <div style={{ height: shown.after }} />
        </div>
        {rows.length === 0 && <p className={styles['none']}>{q ? t('NoUnitsFound') : t('NoUnitsTitle')}</p>}
      </div>
    </fieldset>
  );
}

const keyOf = (row: Row): string | number =>
  row.kind === 'unit' ? row.unit.id : row.kind === 'group' ? `in ${row.group.department}` : 'first';

function GroupBox(props: {
  group: UnitGroup;
  chosen: ReadonlySet<number>;
  onSet: (ids: readonly number[], isOn: boolean) => void;
}): ReactNode {
  const t = useT();
  const ids = props.group.units.map(({ id }) => id);
  const count = ids.filter((id) => props.chosen.has(id)).length;
  return (
    <label className={styles['group']}>
      <TriBox state={count === 0 ? 'none' : count === ids.length ? 'all' : 'some'} onSet={(isOn) => props.onSet(ids, isOn)} />
      <span>{props.group.department || t('NoDepartment')}</span>
      <span className={styles['of']}>{`${count}/${ids.length}`}</span>
    </label>
  );
}

/** A box for many: a dash while only some of them are ticked. */
export function TriBox(props: {
  state: 'none' | 'some' | 'all';
  label?: string;
  isDisabled?: boolean;
  tabIndex?: number;
  onSet: (isOn: boolean) => void;
}): ReactNode {
  const { state } = props;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={props.label}
      checked={state === 'all'}
      aria-disabled={props.isDisabled || undefined}
      tabIndex={props.tabIndex}
      onChange={() => !props.isDisabled && props.onSet(state !== 'all')}
    />
  );
}
