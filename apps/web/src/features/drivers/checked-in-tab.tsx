import { HOUR_MS } from '@spora/calendar/durations';
import type { CheckIn } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNow } from '../../lib/age.ts';
import { call } from '../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Table } from '../../ui/table.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { CHECK_IN_TOPIC, LeftTrips } from './public/check-in-dialog.tsx';
import { DriverName } from './public/driver-facts.tsx';
import { GivenCards } from './given-cards.tsx';
import { Panel } from './panel.tsx';
import { checkInsQuery, previewQuery, useDriverWrite } from './queries.ts';
import { useUndoCheckOut } from './use-undo.ts';
import { isDayAlone, toldNearMoment } from './told-moment.ts';
import styles from './drivers.module.css';

/** Who is checked in on which unit now. */
export function CheckedInTab(): ReactNode {
  const t = useT();
  const now = useNow();
  const answer = useQuery(checkInsQuery(useSend()));
  const [leaving, setLeaving] = useState<CheckIn | null>(null);
  return (
    <>
      <Panel query={answer}>
        {({ check_ins }) =>
          check_ins.length === 0 ? (
            <EmptyState icon="user" title={t('NobodyCheckedInTitle')}>
              {t('NobodyCheckedInText')}
            </EmptyState>
          ) : (
            <>
              <Table
                label={t('DriversTab-now')}
                rowCount={check_ins.length}
                head={
                  <>
                    <th scope="col">{t('Unit')}</th>
                    <th scope="col">{t('Driver')}</th>
                    <th scope="col">{t('CheckInSince', { time: '' }).trim()}</th>
                    <th scope="col">{t('CheckInHow')}</th>
                    <th scope="col">
                      <span className="visually-hidden">{t('CheckOut')}</span>
                    </th>
                  </>
                }
              >
                {check_ins.map((row) => (
                  <tr key={row.unit_id}>
                    <th scope="row">{[row.unit_name, row.registration_number].filter(Boolean).join(' · ')}</th>
                    <td data-label={t('Driver')}>
                      <DriverName driver={row.driver} />
                    </td>
                    <td data-label={t('CheckInSince', { time: '' }).trim()}>
                      <div>
                        <Since checkIn={row} now={now} />
                      </div>
                    </td>
                    <td data-label={t('CheckInHow')}>{t(`CheckInSource-${row.source}`)}</td>
                    <td>
                      {row.can.check_out && row.imei !== null && (
                        <div className={styles['rowEnds']}>
                          <Button isSmall onClick={() => setLeaving(row)}>
                            {t('CheckOut')}
                          </Button>
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
              <GivenCards />
            </>
          )
        }
      </Panel>
      {/* Beside the list: who was the last to check out is told so, though the list is gone by then. */}
      {leaving && <CheckOutDialog row={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

/** Longer than anybody's working day, breaks among it. */
const WORKING_DAY_MS = 16 * HOUR_MS;

/** Since when and for how long; one that looks forgotten is marked. A tag that was left in its reader is nobody's to check out. */
function Since({ checkIn, now }: { checkIn: CheckIn; now: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const openMs = now - Date.parse(checkIn.since);
  const isDay = isDayAlone(checkIn.since, format);
  const isLong = !isDay && openMs > WORKING_DAY_MS;
  const isTag = checkIn.source === 'tag';
  return (
    <>
      <Unbroken>
        {[toldNearMoment(checkIn.since, now, { t, format }), !isDay && openMs > HOUR_MS ? format.duration(openMs / 1000) : '']
          .filter(Boolean)
          .join(' · ')}
      </Unbroken>
      {isLong && isTag && <div className={styles['soft']}>{t('CheckInByTagHolds')}</div>}
      {(checkIn.is_stale || (isLong && !isTag)) && (
        <div className={styles['stale']}>
          <Icon name="alert" size={14} />
          {checkIn.is_stale ? t('CheckInStale') : t('CheckInForgotten')}
        </div>
      )}
    </>
  );
}

/** From now on; what was driven stays. */
export function CheckOutDialog(props: { row: CheckIn; onClose: () => void }): ReactNode {
  const { row, onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const imei = row.imei ?? '';
  const title = row.is_own ? t('CheckOut') : t('CheckOutDriver', { name: row.driver.name });
  const { data, error } = useQuery(previewQuery(useSend(), { imei, driver_id: null, from_trip_id: null }));
  const save = useDriverWrite((send, driver_id: number) => call(send, 'drivers.check-out', { body: { imei, driver_id } }));
  const undo = useUndoCheckOut(row);
  const run = (): void =>
    save.mutate(row.driver.id, {
      onSuccess: () => {
        toasts.show({
          text: row.is_own ? t('CheckedOutOwn', { unit: row.unit_name }) : t('CheckedOut', { name: row.driver.name }),
          topic: CHECK_IN_TOPIC,
          action: { label: t('Undo'), run: undo },
        });
        onClose();
      },
    });
  return (
    <Dialog title={title} closeLabel={t('Close')} isOpen onClose={onClose}>
      <div className={styles['dialog']}>
        <p className={styles['soft']}>{[row.unit_name, t('CheckInFromNow')].join(' · ')}</p>
        {error && <Banner tone="danger">{errors.text(error)}</Banner>}
        {data && (
          <>
            <p>
              {row.is_own
                ? t('CheckOutChangesOwn', { count: data.changed.all })
                : t('CheckOutChanges', { count: data.changed.all, name: row.driver.name })}
            </p>
            <LeftTrips left={data.left} />
          </>
        )}
        <FailureBanner failure={save.error} onRetry={run} />
        <div className={styles['ends']}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" isBusy={save.isPending} onClick={run}>
            {title}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** DRV-015: at the next visit, for each check-in that one forgot. */
export function StaleCheckIns(): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { data } = useQuery(checkInsQuery(useSend()));
  const [leaving, setLeaving] = useState<CheckIn | null>(null);
  const stale = data?.check_ins.filter((row) => row.is_own && row.is_stale && row.imei !== null) ?? [];
  return (
    <>
      {stale.map((row) => (
        <Banner
          key={row.unit_id}
          tone="warning"
          action={
            <Button isSmall onClick={() => setLeaving(row)}>
              {t('CheckOut')}
            </Button>
          }
        >
          <Unbroken>
            {t('CheckInStalePrompt', { unit: row.unit_name, time: toldNearMoment(row.since, now, { t, format }) })}
          </Unbroken>
        </Banner>
      ))}
      {leaving && <CheckOutDialog row={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}
