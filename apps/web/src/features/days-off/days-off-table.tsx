import type { DayOff, DaysOffOfYear } from '@spora/contract/days-off/endpoints';
import { type ReactNode, useState } from 'react';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import settings from '../../ui/settings.module.css';
import { Table } from '../../ui/table.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { MadePrivate } from './made-private.tsx';
import { resetDayOff, saveDayOff, useDayOffWrite } from './queries.ts';
import { useDayOffName } from './use-day-off-name.ts';

/** Some of the days of a year, and in which way each counts. */
export function DaysOffTable(props: { label: string; data: DaysOffOfYear; days: readonly DayOff[] }): ReactNode {
  const { data } = props;
  const t = useT();
  const format = useFormat();
  const nameOf = useDayOffName();
  return (
    <Table
      label={props.label}
      hasDenseCards
      head={
        <>
          <th scope="col">{t('DaysOffDay')}</th>
          <th scope="col">{t('DaysOffName')}</th>
          <th scope="col">{t('DaysOffState')}</th>
          {data.can.edit && (
            <th scope="col">
              <span className="visually-hidden">{t('GroupActions')}</span>
            </th>
          )}
        </>
      }
    >
      {props.days.map((day) => (
        <tr key={day.day}>
          <th scope="row">
            {format.weekday(day.day)} {day.day}
          </th>
          <td data-label={t('DaysOffName')} data-card="plain">
            {nameOf(day)}
          </td>
          <td data-label={t('DaysOffState')} data-card="aside">
            <State day={day} />
          </td>
          {data.can.edit && (
            <td data-card="end">{day.is_open && <Change day={day} name={nameOf(day)} hasBeen={day.day <= data.today} />}</td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function State({ day }: { day: DayOff }): ReactNode {
  const t = useT();
  if (!day.is_off) return <Badge tone="warning">{t('DaysOffWorked')}</Badge>;
  if (day.kind === 'own') return <Badge tone="information">{t('DaysOffOwn')}</Badge>;
  // An eve is as free as a holiday; its name says what it is.
  return <Badge>{t('DaysOffFree')}</Badge>;
}

/** A holiday becomes a working day; what the account changed is taken back, and asked about first where that may make trips private. */
function Change({ day, name, hasBeen }: { day: DayOff; name: string; hasBeen: boolean }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const work = useDayOffWrite(saveDayOff);
  const reset = useDayOffWrite(resetDayOff);
  const [isAsking, setAsking] = useState(false);
  const told = (text: string) => ({
    onSuccess: () => toasts.show({ text }),
    onError: (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' }),
  });
  const named = `${day.day} ${name}`;
  const takeBack = (): void => reset.mutate(day.day, told(t('DaysOffWasReset', { day: day.day })));
  if (day.is_own)
    return (
      <>
        <Button
          isSmall
          isBusy={reset.isPending}
          aria-label={t('DaysOffResetNamed', { day: named })}
          onClick={hasBeen && !day.is_off ? () => setAsking(true) : takeBack}
        >
          {t('DaysOffReset')}
        </Button>
        <Dialog
          title={t('DaysOffResetAsk', { day: day.day })}
          closeLabel={t('Close')}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
        >
          <MadePrivate day={day.day} isOff={null} />
          <div className={settings['ends']}>
            <Button onClick={() => setAsking(false)}>{t('Cancel')}</Button>
            <Button
              look="primary"
              onClick={() => {
                setAsking(false);
                takeBack();
              }}
            >
              {t('DaysOffReset')}
            </Button>
          </div>
        </Dialog>
      </>
    );
  return (
    <Button
      isSmall
      isBusy={work.isPending}
      aria-label={t('DaysOffWorkNamed', { day: named })}
      onClick={() => work.mutate({ day: day.day, is_off: false }, told(t('DaysOffIsWorked', { day: day.day })))}
    >
      {t('DaysOffWork')}
    </Button>
  );
}
