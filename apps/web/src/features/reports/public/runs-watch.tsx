import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { runsQuery, saveRun } from '../report-queries.ts';
import { endAwaiting, useAwaitedRuns } from '../run-state.ts';

const LOOK_AGAIN_MS = 2000;

/** REP-016: says on whatever page that a report is ready; it looks only while one is awaited. */
export function ReportRunsWatch(): ReactNode {
  const awaited = useAwaitedRuns();
  return awaited.length > 0 && <Watch awaited={awaited} />;
}

function Watch({ awaited }: { awaited: readonly number[] }): ReactNode {
  const t = useT();
  const send = useSend();
  const toasts = useToasts();
  const { data, dataUpdatedAt } = useQuery({ ...runsQuery(send), refetchInterval: LOOK_AGAIN_MS });
  useEffect(() => {
    if (!data) return;
    const ended = awaited.flatMap((id) => {
      const run = data.runs.find((each) => each.id === id);
      // A list that was asked for before the order does not have it yet; what somebody threw away has no end to tell.
      if (!run) return data.runs.some((each) => each.id > id) ? [id] : [];
      if (run.state !== 'done' && run.state !== 'failed') return [];
      const name = t(`ReportName-${run.report}`);
      toasts.show(
        run.state === 'done'
          ? {
              text: t('ReportRunDone', { name }),
              action: {
                label: t('ReportDownload'),
                run: () =>
                  void saveRun(send, run).catch(() => toasts.show({ tone: 'danger', text: t('ReportRunFailed', { name }) })),
                isEverywhere: true,
              },
            }
          : { tone: 'danger', text: t('ReportRunFailed', { name }) },
      );
      return [id];
    });
    if (ended.length > 0) endAwaiting(ended);
  }, [awaited, data, dataUpdatedAt, send, t, toasts]);
  return null;
}
