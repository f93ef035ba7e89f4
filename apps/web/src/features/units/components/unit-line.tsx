import type { UnitRow } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { StateMark } from '../../../map/state-mark.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Column } from '../list-model.ts';
import { UnitMark } from '../../../map/unit-mark.tsx';
import styles from './units-table.module.css';
import { useUnitTexts } from './use-unit-texts.ts';

/** One unit of the list: cells of a row, or a card. Its name leads to its page; a unit out of use has none. */
export function UnitLine(props: {
  row: UnitRow;
  columns: readonly Column[];
  top: number;
  rowIndex: number;
  isCard: boolean;
  isChosen: boolean;
  onToggle: ((imei: string) => void) | null;
}): ReactNode {
  const { row, columns, top, onToggle } = props;
  const t = useT();
  const texts = useUnitTexts();
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    line.current?.style.setProperty('transform', `translateY(${top}px)`);
  }, [top]);
  return (
    <div
      ref={line}
      role="row"
      aria-rowindex={props.rowIndex}
      className={cx(styles['line'], styles['unit'], props.isCard && styles['card'])}
      data-chosen={props.isChosen}
    >
      {onToggle && (
        <div role="cell" className={styles['box']}>
          {row.imei !== null && (
            <input
              type="checkbox"
              className={styles['check']}
              aria-label={t('UnitsSelect', { name: row.name })}
              checked={props.isChosen}
              onChange={() => row.imei !== null && onToggle(row.imei)}
            />
          )}
        </div>
      )}
      <div role="cell" className={styles['name']}>
        <UnitMark colour={row.colour} symbol={row.marker_symbol} />
        <span className={styles['nameText']}>
          {row.imei === null ? (
            row.name
          ) : (
            <PageLink to={ADDRESSES.editUnit} search={{ imei: row.imei }}>
              {row.name}
            </PageLink>
          )}
        </span>
        {row.locked_by !== null && (
          <span className={styles['lock']} title={t('UnitLockedBy', { name: row.locked_by })}>
            <Icon name="lock" size={16} />
            <span className="visually-hidden">{t('UnitLockedBy', { name: row.locked_by })}</span>
          </span>
        )}
        {row.open_matters.length > 0 && (
          <span className={styles['open']} title={t('OpenMattersAre', { what: texts.matters(row.open_matters) })}>
            <Icon name="alert" size={16} />
            <span className="visually-hidden">{t('OpenMattersAre', { what: texts.matters(row.open_matters) })}</span>
          </span>
        )}
      </div>
      {props.isCard ? (
        <CardText row={row} />
      ) : (
        columns.map((column) => (
          <div key={column} role="cell" className={styles['cell']} data-column={column}>
            {column === 'state' && row.state !== null && (
              <StateMark state={row.state} size={16} isBoat={isWatercraft(row.kind)} />
            )}
            {column === 'contact' ? <Contact row={row} /> : <span>{texts.cell(row, column)}</span>}
          </div>
        ))
      )}
    </div>
  );
}

function Contact({ row }: { row: UnitRow }): ReactNode {
  const texts = useUnitTexts();
  const format = useFormat();
  if (row.last_contact_at === null) return null;
  return (
    <time dateTime={row.last_contact_at} title={format.dateTime(row.last_contact_at)}>
      {texts.cell(row, 'contact')}
    </time>
  );
}

/** What tells units apart on a phone: plate, who drives, department, state and age; its symbol tells the kind. What is last is cut first. */
function CardText({ row }: { row: UnitRow }): ReactNode {
  const texts = useUnitTexts();
  const about = [row.registration_number, row.driver, row.department].filter(Boolean).join(' · ');
  return (
    <>
      <div role="cell" className={styles['about']}>
        {about}
      </div>
      <div role="cell" className={styles['state']}>
        {row.state !== null && <StateMark state={row.state} size={16} isBoat={isWatercraft(row.kind)} />}
        <span>{texts.cell(row, 'state')}</span>
        <Contact row={row} />
      </div>
    </>
  );
}
