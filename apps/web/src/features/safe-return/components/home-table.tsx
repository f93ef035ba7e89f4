import type { SafeHome } from '@spora/contract/safe-return/endpoints';
import { createFormat } from '@spora/messages/format';
import { useRef, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { useRowWindow } from '../../../lib/use-row-window.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { SortHeading, Table, TableGap } from '../../../ui/table.tsx';
import { useUntold } from '../../alarms/public/untold.tsx';
import { type FreeDay, useFreeDays } from '../../days-off/public/free-days.ts';
import { dayOfWeekday, hasHome, hasSchedule, isSameDay, timesOf } from '../model.ts';
import type { HomeOrder } from '../search.ts';
import { useHomeTexts } from '../use-home-texts.ts';
import styles from './safe-return.module.css';

const ROW_PX = 76;
const COLUMNS = 5;

/** SAFE-003, SAFE-004, SAFE-031; on phones each unit is a card. */
export function HomeTable(props: {
  rows: readonly SafeHome[];
  order: HomeOrder | null;
  onSort: (order: HomeOrder) => void;
  /** What is being switched. */
  pending: { readonly imei: string; readonly isOn: boolean } | null;
  onSwitch: (home: SafeHome, isOn: boolean) => void;
  onSkip: (home: SafeHome, at: string, isSkipped: boolean) => void;
  onOpen: (what: 'home' | 'schedule', home: SafeHome) => void;
}): ReactNode {
  const { rows, order, onSort, pending } = props;
  const t = useT();
  const texts = useHomeTexts();
  const freeDay = useFreeDays(rows.flatMap((home) => texts.nextDay(home) ?? []));
  const place = useRef<HTMLDivElement>(null);
  const shown = useRowWindow(rows.length, ROW_PX, place);
  return (
    <div ref={place}>
      <Table
        label={t('SafeReturnHome')}
        rowCount={rows.length}
        head={
          <>
            <th scope="col">{t('OnOff')}</th>
            <SortHeading column="name" order={order} onSort={onSort}>
              {t('NameOnly')}
            </SortHeading>
            <SortHeading column="regnr" order={order} onSort={onSort}>
              {t('Regnr')}
            </SortHeading>
            <th scope="col">{t('Schedule')}</th>
            <th scope="col">{t('Home')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.flatMap((index) => {
          const home = rows[index];
          if (!home) return [];
          return (
            <tr
              key={home.imei}
              ref={shown.measure}
              className={styles['row']}
              data-bare={!hasHome(home) && !hasSchedule(home)}
              data-index={index}
              aria-rowindex={index + 2}
            >
              <td data-label={t('OnOff')} className={styles['onOff']}>
                <Switch
                  label={t('SafeHomeSwitch', { name: home.name })}
                  isLabelHidden
                  isOn={pending?.imei === home.imei ? pending.isOn : home.status === 1}
                  isWrite
                  isDisabled={!home.can.edit || pending?.imei === home.imei}
                  onChange={(isOn) => props.onSwitch(home, isOn)}
                />
              </td>
              <th scope="row">{home.name}</th>
              <td data-label={t('Regnr')} className={styles['plate']}>
                {home.RegistrationNumber}
              </td>
              <td data-label={t('Schedule')} className={styles['plan']}>
                <ScheduleCell {...props} home={home} freeDay={freeDay(texts.nextDay(home) ?? '')} />
              </td>
              <td data-label={t('Home')} className={styles['place']}>
                {hasHome(home) ? (
                  <Button
                    isSmall
                    className={styles['address']}
                    disabled={!home.can.edit}
                    aria-label={t('SafeHomeEditOf', { name: home.name, address: home.address })}
                    onClick={() => props.onOpen('home', home)}
                  >
                    {home.address}
                  </Button>
                ) : (
                  <Button
                    isSmall
                    icon="plus"
                    disabled={!home.can.edit}
                    aria-label={t('SafeHomeAddOf', { name: home.name })}
                    onClick={() => props.onOpen('home', home)}
                  >
                    {t('SafeHomeAdd')}
                  </Button>
                )}
              </td>
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}

function ScheduleCell(props: {
  home: SafeHome;
  /** The day off that the next check is on. */
  freeDay: FreeDay | null;
  onSkip: (home: SafeHome, at: string, isSkipped: boolean) => void;
  onOpen: (what: 'home' | 'schedule', home: SafeHome) => void;
}): ReactNode {
  const { home } = props;
  const t = useT();
  const texts = useHomeTexts();
  const untoldOf = useUntold();
  const [next] = home.next_checks;
  const isToday = next !== undefined && isSameDay(next.at, Date.now(), home.time_zone ?? home.alert_time_zone);
  const last = texts.last(home);
  const { language } = useLanguage();
  const format = createFormat(language, 'UTC');
  const weeks = timesOf(home, (day) => format.weekday(dayOfWeekday(day)));
  const areSeveral = home.frequency > 1;
  const times = !hasSchedule(home)
    ? t('SafeHomeChooseTimes')
    : areSeveral
      ? t('SafeHomeEvery', { count: home.frequency })
      : (weeks[0] ?? '');
  const skip = t(next?.is_skipped ? 'SafeHomeUnskip' : isToday ? 'SafeHomeSkipToday' : 'SafeHomeSkip');
  return (
    <div className={styles['schedule']}>
      <span className={styles['tools']}>
        <Button
          isSmall
          icon="calendar"
          disabled={!home.can.edit}
          aria-label={`${times}. ${t('SafeHomeScheduleOf', { name: home.name })}`}
          onClick={() => props.onOpen('schedule', home)}
        >
          {times}
        </Button>
        {next && home.can.edit && (
          <Button
            isSmall
            aria-label={`${skip}, ${texts.moment(next.at, home.time_zone)}: ${home.name}`}
            onClick={() => props.onSkip(home, next.at, !next.is_skipped)}
          >
            {skip}
          </Button>
        )}
      </span>
      {hasSchedule(home) &&
        areSeveral &&
        weeks.map((week, i) => (
          <span key={i} className={styles['soft']}>
            {t('SafeHomeWeek', { number: i + 1 })}: {week || t('SafeHomeNoTimes')}
          </span>
        ))}
      {next && <span className={styles['soft']}>{texts.next(home)}</span>}
      {props.freeDay && <span className={styles['soft']}>{props.freeDay.text}</span>}
      {home.status === 1 && untoldOf([home.imei], ['safe-home-missed']).length > 0 && (
        <span className={styles['tools']}>
          <Badge tone="warning">{t('UntoldShort')}</Badge>
        </span>
      )}
      {last && (
        <span className={styles['tools']}>
          <Badge
            tone={
              home.last_check?.result === 'home' || home.last_check?.home_at
                ? 'success'
                : home.last_check?.result === 'skipped'
                  ? 'plain'
                  : 'warning'
            }
          >
            {last}
          </Badge>
        </span>
      )}
    </div>
  );
}
