import type { OverviewRow } from '@spora/contract/maintenance/endpoints';
import type { ReactNode } from 'react';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { cx } from '../../../ui/cx.ts';
import { useFormat, useLanguage, useT } from '../../../lib/i18n.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { monthCells, monthLater, monthName, monthOf, type MonthCell } from '../overview-model.ts';
import { usePlanTexts } from '../use-plan-texts.ts';
import styles from './overview.module.css';

/** A month with what is expected on each day. On phones, where a day has no room, the days with something are a list. */
export function MonthCalendar(props: {
  rows: readonly OverviewRow[];
  today: string;
  month: string;
  onMonth: (month: string) => void;
}): ReactNode {
  const { today, month, onMonth } = props;
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const cells = monthCells(month, props.rows);
  const weeks = Array.from({ length: 6 }, (_, week) => cells.slice(week * 7, week * 7 + 7)).filter((week) =>
    week.some(({ isInMonth }) => isInMonth),
  );
  const isEmpty = !cells.some(({ isInMonth, rows }) => isInMonth && rows.length > 0);
  return (
    <section className={styles['calendar']} aria-labelledby="service-month">
      <div className={styles['monthTop']}>
        <h3 id="service-month" className={styles['monthName']} aria-live="polite">
          {monthName(month, language)}
        </h3>
        <IconButton icon="chevron-left" label={t('PreviousMonth')} onClick={() => onMonth(monthLater(month, -1))} />
        <IconButton icon="chevron-right" label={t('NextMonth')} onClick={() => onMonth(monthLater(month, 1))} />
        <Button isSmall disabled={month === monthOf(today)} onClick={() => onMonth(monthOf(today))}>
          {t('OverviewThisMonth')}
        </Button>
        {isEmpty && <span className={styles['soft']}>{t('OverviewMonthEmpty')}</span>}
      </div>
      <table className={styles['month']} aria-labelledby="service-month">
        <thead>
          <tr>
            {weeks[0]?.map(({ day }) => (
              <th key={day} scope="col">
                {format.weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.day}>
              {week.map((cell) => (
                <Day key={cell.day} cell={cell} isToday={cell.day === today} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** More than this in a day would push the month out of sight; the rest is named under it. */
const SHOWN = 4;

function Day(props: { cell: MonthCell; isToday: boolean }): ReactNode {
  const { day, isInMonth, rows } = props.cell;
  const t = useT();
  const format = useFormat();
  const texts = usePlanTexts();
  const rest = rows.slice(SHOWN);
  return (
    <td className={cx(styles['day'], !isInMonth && styles['outside'])} data-empty={rows.length === 0} data-today={props.isToday}>
      <time dateTime={day} className={styles['dayNumber']} aria-current={props.isToday ? 'date' : undefined}>
        <span aria-hidden="true" className={styles['dayShort']}>
          {Number(day.slice(8))}
        </span>
        <span className={styles['dayLong']}>{format.longDay(day)}</span>
      </time>
      {rows.length > 0 && (
        <ul className={styles['items']}>
          {rows.slice(0, SHOWN).map(({ unit, plan }) => (
            <li key={plan.id} className={styles['item']} data-state={plan.state}>
              {unit.imei === null ? (
                unit.name
              ) : (
                <PageLink to={ADDRESSES.editUnit} search={{ imei: unit.imei, tab: 'service' }}>
                  {unit.name}
                </PageLink>
              )}
              <span className={styles['itemWhat']}>
                {texts.name(plan)}, {t(`PlanState-${plan.state}`)}
              </span>
            </li>
          ))}
          {rest.length > 0 && (
            <li className={styles['itemWhat']} title={rest.map(({ unit }) => unit.name).join(', ')}>
              {t('OverviewMore', { count: rest.length })}
            </li>
          )}
        </ul>
      )}
    </td>
  );
}
