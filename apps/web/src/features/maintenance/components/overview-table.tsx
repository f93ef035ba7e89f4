import type { OverviewRow } from '@spora/contract/maintenance/endpoints';
import { useRef, type ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { AboutUnit } from '../../../lib/unit-measures.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Table, TableGap } from '../../../ui/table.tsx';
import { STATE_TONES } from '../plan-model.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import styles from './overview.module.css';

const ROW_PX = 57;
const COLUMNS = 7;

/** The soonest first; on phones each is a card. */
export function OverviewTable(props: {
  rows: readonly OverviewRow[];
  /** Null: who looks at it may not. */
  onDone: ((row: OverviewRow) => void) | null;
}): ReactNode {
  const { rows } = props;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('ServicePlans')}
        rowCount={rows.length}
        hasDenseCards
        head={
          <>
            <th scope="col">{t('OverviewUnit')}</th>
            <th scope="col">{t('ServiceWhat')}</th>
            <th scope="col">{t('PlanState')}</th>
            <th scope="col">{t('OverviewLeft')}</th>
            <th scope="col">{t('PlanDue')}</th>
            <th scope="col">{t('PlanLastDone')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('PlanMarkDone')}</span>
            </th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.flatMap((index) => {
          const row = rows[index];
          if (!row) return [];
          return (
            <AboutUnit key={row.plan.id} kind={row.unit.kind}>
              <Row row={row} index={index} measure={shown.measure} onDone={props.onDone} />
            </AboutUnit>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}

function Row(props: {
  row: OverviewRow;
  index: number;
  measure: (row: Element | null) => void;
  onDone: ((row: OverviewRow) => void) | null;
}): ReactNode {
  const { unit, plan } = props.row;
  const t = useT();
  const texts = usePlanTexts();
  const due = texts.due(plan);
  const dueParts = plan.state === 'done' ? [] : [due.first, ...due.meters, due.latest ?? []].flat();
  return (
    <tr ref={props.measure} className={styles['row']} data-index={props.index} aria-rowindex={props.index + 2}>
      <th scope="row">
        {unit.imei === null ? (
          unit.name
        ) : (
          <PageLink to={ADDRESSES.editUnit} search={{ imei: unit.imei, tab: 'service' }}>
            {unit.name}
          </PageLink>
        )}
        {unit.registration_number && <span className={styles['plate']}>{unit.registration_number}</span>}
      </th>
      <td data-label={t('ServiceWhat')} data-card="plain" className={styles['what']}>
        <span>
          {texts.name(plan)}
          <span className={styles['soft']}>{texts.interval(plan)}</span>
        </span>
      </td>
      <td data-label={t('PlanState')} data-card="plain">
        <Badge tone={STATE_TONES[plan.state]}>{t(`PlanState-${plan.state}`)}</Badge>
      </td>
      <td data-label={t('OverviewLeft')} data-card="aside" className={styles['figures']}>
        <span>
          {texts.remaining(plan).map(({ text, isLate }, i) => (
            <span key={text} className={cx(styles['part'], isLate ? styles['late'] : i > 0 && styles['soft'])}>
              {text}
            </span>
          ))}
        </span>
      </td>
      <td data-label={t('PlanDue')} data-card="fact" className={cx(styles['figures'], styles['expected'])}>
        <span>
          {dueParts.map((text, i) => (
            <span key={text} className={cx(styles['part'], i > 0 && styles['soft'])}>
              {text}
            </span>
          ))}
        </span>
      </td>
      <td data-label={t('PlanLastDone')} data-card="fact" className={cx(styles['figures'], styles['last'])}>
        {texts.lastDone(plan)}
      </td>
      <td data-card="plain" className={styles['done']}>
        {props.onDone && unit.imei !== null && plan.state !== 'done' && (
          <Button
            isSmall
            icon="check"
            aria-label={`${t('PlanMarkDone')}: ${texts.name(plan)}, ${unit.name}`}
            onClick={() => props.onDone?.(props.row)}
          >
            {t('PlanMarkDone')}
          </Button>
        )}
      </td>
    </tr>
  );
}
