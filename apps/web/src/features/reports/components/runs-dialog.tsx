import type { MessageKey } from '@spora/messages/keys';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { removeRun, type ReportRun, runsQuery, saveRun, useReportWrite } from '../report-queries.ts';
import { endAwaiting } from '../run-state.ts';
import styles from './dialogs.module.css';

const LOOK_AGAIN_MS = 2000;
const isOver = ({ state }: ReportRun): boolean => state === 'done' || state === 'failed';

/** REP-016: the reports that are made in the background, with how far each has come. */
export function RunsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const query = useQuery({
    ...runsQuery(useSend()),
    refetchInterval: ({ state }) => (state.data?.runs.every(isOver) ? false : LOOK_AGAIN_MS),
  });
  return (
    <Dialog title={t('ReportRuns')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <Loaded query={query}>
        {({ runs }) => (
          <div className={styles['list']}>
            <p className={styles['soft']}>{t('ReportRunsLead')}</p>
            {runs.length === 0 && <p>{t('ReportRunsNone')}</p>}
            {runs.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Run({ run }: { run: ReportRun }): ReactNode {
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const send = useSend();
  const toasts = useToasts();
  const remove = useReportWrite('reports.runs', removeRun);
  const name = t(`ReportName-${run.report}`);
  const going = run.state === 'done' || run.state === 'failed' ? null : run.state;
  const download = (): void =>
    void saveRun(send, run).catch((error: unknown) => toasts.show({ tone: 'danger', text: errors.text(error) }));
  return (
    <section className={styles['entry']} aria-label={name}>
      <h3>
        {name} · {run.format.toUpperCase()}
      </h3>
      <p className={styles['soft']}>
        {t('ExportSpan', { from: run.from, to: run.to })} · {format.dateTime(run.asked_at)}
      </p>
      {going && (
        <>
          <progress max={100} value={run.progress} aria-label={t(`ReportRunState-${going}`)} />
          <p role="status">{t(`ReportRunState-${going}`)}</p>
        </>
      )}
      {run.state === 'failed' && (
        <p className={styles['danger']}>
          {t('ReportRunState-failed')} {run.error && errors.text(new ApiError(409, run.error as MessageKey))}
        </p>
      )}
      {run.state === 'done' && run.kept_until && (
        <p className={styles['soft']}>{t('ReportRunKept', { count: run.rows ?? 0, day: format.day(run.kept_until) })}</p>
      )}
      {remove.error && <Banner tone="danger">{errors.text(remove.error)}</Banner>}
      <div className={styles['actions']}>
        {run.state === 'done' && (
          <Button isSmall icon="download" onClick={download}>
            {t('ReportDownload')}
          </Button>
        )}
        <Button
          isSmall
          look="quiet"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(run.id, { onSuccess: () => endAwaiting([run.id]) })}
        >
          {isOver(run) ? t('ReportRunRemove') : t('Cancel')}
        </Button>
      </div>
    </section>
  );
}
