import type { TripFilterInput } from '@spora/contract/trips/endpoints';
import type { MessageKey } from '@spora/messages/keys';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useCarefulClose } from '../../../lib/unsaved.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import {
  type ReportFilterInput,
  removeSchedule,
  type Schedule,
  type Scheduled,
  schedulesQuery,
  testSchedule,
  useScheduleWrite,
} from '../queries.ts';
import { ScheduleForm } from './schedule-form.tsx';
import styles from './schedules.module.css';

/** A test that waits for the mail server is looked at again. */
const LOOK_AGAIN_MS = 3000;
const isWaiting = ({ test, last }: Schedule): boolean =>
  test?.state === 'queued' || (last?.mails.some(({ state }) => state === 'queued') ?? false);

/** TRIP-016, REP-015: the logs that go out by mail, or the mailings of a report, and the form of one. */
export function SchedulesDialog(props: {
  filter: TripFilterInput | ReportFilterInput;
  report?: Scheduled;
  onClose: () => void;
}): ReactNode {
  const { filter, report = 'log', onClose } = props;
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const { data, error, refetch } = useQuery({
    ...schedulesQuery(send),
    refetchInterval: ({ state }) => (state.data?.schedules.some(isWaiting) ? LOOK_AGAIN_MS : false),
  });
  const [edited, setEdited] = useState<Schedule | 'new' | null>(null);
  const [isDirty, setDirty] = useState(false);
  const close = useCarefulClose(isDirty, onClose);
  const shown = data?.schedules.filter((one) => one.report === report) ?? [];
  const back = (): void => {
    setDirty(false);
    setEdited(null);
  };
  return (
    <Dialog title={t('ScheduleMenu')} closeLabel={t('Close')} isOpen onClose={close}>
      {!data ? (
        error ? (
          <Banner
            tone="danger"
            action={
              <Button isSmall onClick={() => void refetch()}>
                {t('Retry')}
              </Button>
            }
          >
            {errors.text(error)}
          </Banner>
        ) : (
          <Skeleton height={160} />
        )
      ) : edited ? (
        <ScheduleForm
          schedule={edited === 'new' ? null : edited}
          now={edited === 'new' ? null : (data.schedules.find(({ id }) => id === edited.id) ?? null)}
          members={data.members}
          filter={filter}
          report={report}
          onDirty={setDirty}
          onDone={back}
        />
      ) : (
        <div className={styles['list']}>
          <p className={styles['soft']}>{t(report === 'log' ? 'ScheduleLead' : 'ScheduleReportLead')}</p>
          {!data.can_send && <Banner tone="warning">{t('MailNotAvailable')}</Banner>}
          {shown.length === 0 && <p>{t('ScheduleNone')}</p>}
          {shown.map((one) => (
            <Entry key={one.id} schedule={one} canSend={data.can_send} onEdit={() => setEdited(one)} />
          ))}
          <div className={styles['ends']}>
            <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
              {t('ScheduleAdd')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Entry(props: { schedule: Schedule; canSend: boolean; onEdit: () => void }): ReactNode {
  const { schedule } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const test = useScheduleWrite(testSchedule);
  const remove = useScheduleWrite(removeSchedule);
  const failure = test.error ?? remove.error;
  const [asking, setAsking] = useState<'not-yet' | 'now' | 'no-more'>('not-yet');
  return (
    <section className={styles['entry']} aria-label={schedule.name}>
      <h3>{schedule.name}</h3>
      <p>
        {t(`ScheduleEvery-${schedule.every}`)} ·{' '}
        {schedule.is_paused ? t('SchedulePaused') : t('ScheduleNext', { day: schedule.next_on })}
      </p>
      <p className={styles['soft']}>
        {t(`ExportAs-${schedule.format}`)} · {LANGUAGE_FACTS[schedule.language].name}
      </p>
      <p className={styles['soft']}>{t('ScheduleTo', { names: schedule.recipients.map(({ name }) => name).join(', ') })}</p>
      <p className={styles['soft']}>{schedule.filter.join('; ') || t(schedule.report === 'log' ? 'ScheduleAll' : 'AllUnits')}</p>
      {!schedule.can.edit && <p className={styles['soft']}>{t('ScheduleOwner', { name: schedule.owner.name })}</p>}
      <Fate schedule={schedule} />
      {failure && <Banner tone="danger">{errors.text(failure)}</Banner>}
      {asking === 'now' ? (
        <RemoveQuestion
          name={schedule.name}
          isBusy={remove.isPending}
          onRemove={() => remove.mutate(schedule.id, { onSuccess: () => toasts.show({ text: t('ScheduleRemoved') }) })}
          onClose={() => setAsking('no-more')}
        />
      ) : (
        <div className={styles['actions']}>
          {schedule.can.edit && (
            <>
              <Button isSmall onClick={props.onEdit}>
                {t('ScheduleChange')}
              </Button>
              <Button
                isSmall
                isBusy={test.isPending}
                disabled={!props.canSend}
                onClick={() =>
                  test.mutate(schedule.id, {
                    onSuccess: ({ to }) => toasts.show({ text: t('ScheduleTestSent', { email: to }) }),
                  })
                }
              >
                {t('ScheduleTest')}
              </Button>
            </>
          )}
          {schedule.can.remove && (
            <Button isSmall look="quiet" autoFocus={asking === 'no-more'} onClick={() => setAsking('now')}>
              {t('ScheduleRemove')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

/** Asked in place: it stands in a dialog already. The way back has the focus, so that a second press of Enter removes nothing. */
function RemoveQuestion(props: { name: string; isBusy: boolean; onRemove: () => void; onClose: () => void }): ReactNode {
  const t = useT();
  return (
    <div role="group" aria-label={t('ScheduleRemoveNamed', { name: props.name })}>
      <p>{t('ScheduleRemoveText')}</p>
      <div className={styles['actions']}>
        <Button isSmall autoFocus onClick={props.onClose}>
          {t('Cancel')}
        </Button>
        <Button isSmall look="danger" isBusy={props.isBusy} onClick={props.onRemove}>
          {t('ScheduleRemoveNamed', { name: props.name })}
        </Button>
      </div>
    </div>
  );
}

/** What became of the newest period, and of a test. */
function Fate({ schedule: { last, test, history, report } }: { schedule: Schedule }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const lost = last?.mails.filter(({ state }) => state === 'failed' || state === 'expired') ?? [];
  return (
    <>
      {last && (
        <p className={last.outcome === 'failed' ? styles['danger'] : styles['soft']}>
          {t(report !== 'log' && last.outcome === 'empty' ? 'ScheduleReportEmpty' : `ScheduleLast-${last.outcome}`, {
            from: last.from,
            to: last.to,
          })}{' '}
          {last.error && errors.text(new ApiError(409, last.error as MessageKey))}
        </p>
      )}
      {history.length > 1 && (
        <details>
          <summary>{t('ScheduleHistory')}</summary>
          <ul>
            {history.map((one) => (
              <li key={one.at}>
                {format.dateTime(one.at)}:{' '}
                {t(report !== 'log' && one.outcome === 'empty' ? 'ScheduleReportEmpty' : `ScheduleLast-${one.outcome}`, {
                  from: one.from,
                  to: one.to,
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
      {lost.length > 0 && (
        <p className={styles['danger']}>{t('ScheduleUndelivered', { names: lost.map(({ name }) => name).join(', ') })}</p>
      )}
      {test && (
        <p className={styles['soft']} role="status">
          {test.state === 'sent'
            ? t('ScheduleTest-sent', { time: format.dateTime(test.at) })
            : t(test.state === 'queued' ? 'ScheduleTest-queued' : 'ScheduleTest-failed')}
        </p>
      )}
    </>
  );
}
