import type { ServiceEntry } from '@spora/contract/maintenance/endpoints';
import { CURRENCIES } from '@spora/contract/maintenance/values';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../../ui/loaded.tsx';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Table } from '../../../ui/table.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { entriesQuery, usePlanChanges } from '../plan-queries.ts';
import { EntryPictures } from './entry-pictures.tsx';
import { usePlanTexts } from '../use-plan-texts.ts';
import frame from '../../../ui/section.module.css';
import styles from './service.module.css';

/** SRV-004: what was done on the unit, newest first. */
export function ServiceHistory(props: { imei: string }): ReactNode {
  const t = useT();
  const query = useQuery(entriesQuery(useSend(), props.imei));
  const { data } = query;
  return (
    <section className={frame['section']} aria-labelledby="service-history">
      <h3 id="service-history" className={frame['sectionTitle']}>
        {t('ServiceHistory')}
      </h3>
      {data ? (
        data.rows.length > 0 ? (
          <Entries imei={props.imei} rows={data.rows} />
        ) : (
          <p className={frame['soft']}>{t('ServiceHistoryNone')}</p>
        )
      ) : (
        <NotLoaded query={query} heights={[80]} isPart />
      )}
    </section>
  );
}

function Entries(props: { imei: string; rows: readonly ServiceEntry[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const texts = usePlanTexts();
  const errors = useErrorText();
  const toasts = useToasts();
  const { takeBack, record } = usePlanChanges(props.imei);
  const failed = (error: unknown) => toasts.show({ text: errors.text(error), tone: 'danger' });
  const again = ({ plan_id, done_on, km, hours, workshop, cost, currency, note }: ServiceEntry): void => {
    const known = CURRENCIES.find((each) => each === currency);
    record.mutate(
      { plan_id, done_on, km, hours, workshop, cost, note, confirmed: true, ...(known === undefined ? {} : { currency: known }) },
      { onError: failed },
    );
  };
  const remove = (entry: ServiceEntry): void =>
    takeBack.mutate(entry.id, {
      onSuccess: () =>
        toasts.show({
          text: t('EntryTakenBack', { name: texts.name(entry) }),
          action: { label: t('Undo'), run: () => again(entry) },
        }),
      onError: failed,
    });
  return (
    <Table
      label={t('ServiceHistory')}
      head={
        <>
          <th scope="col">{t('PlanDate')}</th>
          <th scope="col">{t('ServiceWhat')}</th>
          <th scope="col">{t('ServiceReading')}</th>
          <th scope="col">{t('DoneWorkshop')}</th>
          <th scope="col" data-kind="number">
            {t('DoneCost')}
          </th>
          <th scope="col">
            <span className="visually-hidden">{t('EntryTakeBack')}</span>
          </th>
        </>
      }
    >
      {props.rows.map((entry) => (
        <tr key={entry.id}>
          <td data-label={t('PlanDate')} className={styles['figures']}>
            {entry.done_on}
          </td>
          <th scope="row">
            {texts.name(entry)}
            {entry.note !== '' && <span className={styles['entryNote']}>{entry.note}</span>}
            <span className={styles['entryNote']}>{t('EntryBy', { name: entry.recorded_by })}</span>
            <EntryPictures imei={props.imei} entry={entry} name={`${texts.name(entry)}, ${entry.done_on}`} />
          </th>
          <td data-label={t('ServiceReading')} className={styles['figures']}>
            {texts.reading(entry)}
          </td>
          <td data-label={t('DoneWorkshop')}>{entry.workshop}</td>
          <td data-label={t('DoneCost')} data-kind="number">
            {entry.cost === null ? '' : format.money(entry.cost, entry.currency ?? '')}
          </td>
          <td>
            {entry.can.take_back && (
              <Button
                isSmall
                look="quiet"
                icon="undo"
                aria-label={`${t('EntryTakeBack')}: ${texts.name(entry)}, ${entry.done_on}`}
                onClick={() => remove(entry)}
              >
                {t('EntryTakeBack')}
              </Button>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
