import type { AssignableUnit } from '@spora/contract/alarms/receivers';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { foundUnits, withAll } from './model.ts';
import styles from './receivers.module.css';

const ROW_PX = 40;

/** ALARM-026: select-all acts on what the search leaves, and never on locked units. */
export function UnitList(props: {
  units: readonly AssignableUnit[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}): ReactNode {
  const { units, chosen, onChange } = props;
  const t = useT();
  const [q, setQ] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const seen = useMemo(() => foundUnits(units, q), [units, q]);
  const free = seen.filter(({ isLocked }) => !isLocked);
  const shown = useRowWindow(seen.length, ROW_PX, list);
  return (
    <div className={styles['form']}>
      <SearchField label={t('ReceiverUnitsSearch')} clearLabel={t('ClearSearch')} value={q} onChange={setQ} />
      <div className={styles['scroller']}>
        {free.length > 0 && (
          <label className={cx(styles['line'], styles['all'])}>
            <input
              type="checkbox"
              checked={free.every(({ ID }) => chosen.has(ID))}
              onChange={(event) => onChange(withAll(chosen, seen, event.target.checked))}
            />
            <span>{t('ReceiverSelectAll', { count: free.length })}</span>
          </label>
        )}
        <div ref={list}>
          <div style={{ height: shown.before }} />
          {shown.indexes.map((index) => {
            const unit = seen[index];
            if (!unit) return null;
            return (
              <div key={unit.ID} ref={shown.measure} data-index={index}>
                <label className={cx(styles['line'], unit.isLocked && styles['locked'])}>
                  <input
                    type="checkbox"
                    checked={chosen.has(unit.ID)}
                    disabled={unit.isLocked}
                    onChange={(event) => onChange(withAll(chosen, [unit], event.target.checked))}
                  />
                  <span>{unit.Name}</span>
                  {unit.isLocked && (
                    <>
                      <Icon name="lock" size={14} />
                      <span className={styles['soft']}>{t('ReceiverLocked')}</span>
                    </>
                  )}
                  <span className={styles['ids']}>
                    {unit.registration_number !== null && unit.registration_number !== unit.Name && (
                      <span>{unit.registration_number}</span>
                    )}
                    <span className={styles['soft']}>{unit.Imei}</span>
                  </span>
                </label>
              </div>
            );
          })}
          <div style={{ height: shown.after }} />
        </div>
        {seen.length === 0 && <p className={styles['empty']}>{q ? t('NoUnitsFound') : t('ReceiverUnitsNone')}</p>}
      </div>
    </div>
  );
}
