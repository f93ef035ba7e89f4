import type { ReportId } from '@spora/contract/reports/tables';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useErrorText, useLanguage, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { ReportSchedules } from '../../exports/public.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ActionMenu } from '../../../ui/menu.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { type FileList, type ReportFilter, type ReportFormat, saveReport, startRun, useReportWrite } from '../report-queries.ts';
import { awaitRun } from '../run-state.ts';
import { filterOf, type ReportSearch } from './report-search.ts';
import styles from './report-tools.module.css';

const RunsDialog = lazy(() => import('../components/runs-dialog.tsx').then((module) => ({ default: module.RunsDialog })));

const FORMATS = ['csv', 'xlsx', 'pdf'] as const satisfies readonly ReportFormat[];
type Opened = 'schedules' | 'runs';

/**
 * REP-015, REP-016: what every report's page offers: its file, at once or, of very many units, in the background; regularly by mail; the
 * reports that are being made. `search` is what the page's address holds, `today` a day of the account.
 */
export function ReportTools(props: {
  report: ReportId;
  search: ReportSearch;
  today: string;
  isEmpty: boolean;
  /** In what order the page has its rows, as files are asked for it; undefined: the usual one. */
  sort: string | undefined;
  /** Which rows it lists; undefined: the usual ones. */
  show?: FileList['show'];
}): ReactNode {
  const { report, search, sort, show } = props;
  const filter = filterOf(search, props.today);
  const t = useT();
  const errors = useErrorText();
  const send = useSend();
  const toasts = useToasts();
  const { language } = useLanguage();
  const start = useReportWrite('reports.runs', startRun);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isWriting, setWriting] = useState(false);
  const close = (): void => setOpened(null);
  const inBackground = async (format: ReportFormat): Promise<void> => {
    const body = { ...writable(filter), report, format, ...(sort && { sort }), ...(show && { show }), lang: language };
    const { job_id } = await start.mutateAsync(body);
    awaitRun(job_id);
    toasts.show({ text: t('ReportRunStarted'), action: { label: t('ReportRuns'), run: () => setOpened('runs') } });
  };
  const download = async (format: ReportFormat): Promise<void> => {
    setWriting(true);
    try {
      await saveReport(send, { report, format, filter, list: { sort, show }, lang: language });
      toasts.show({ text: t('ExportSaved') });
    } catch (error) {
      try {
        if (!(error instanceof ApiError) || error.errors !== 'ReportNeedsRun') throw error;
        await inBackground(format);
      } catch (failure) {
        toasts.show({ tone: 'danger', text: t('ReportFileFailed', { why: errors.text(failure) }) });
      }
    } finally {
      setWriting(false);
    }
  };
  return (
    <div className={styles['tools']}>
      <ActionMenu
        label={t('SummaryExport')}
        trigger={
          <MenuButton look="plain" isWrite>
            <Icon name="download" size={18} />
            {isWriting ? t('ExportWaiting') : t('SummaryExport')}
          </MenuButton>
        }
        groups={[
          ...(props.isEmpty
            ? []
            : [
                {
                  choices: FORMATS.map((format) => ({ id: format, label: t(`ExportAs-${format}`) })),
                  onChoose: (format: string) => void download(format as ReportFormat),
                },
              ]),
          {
            label: t('ExportRegularly'),
            choices: [{ id: 'schedules', label: t('ScheduleMenu') }],
            onChoose: () => setOpened('schedules'),
          },
          {
            choices: [{ id: 'runs', label: t('ReportRuns') }],
            onChoose: () => setOpened('runs'),
          },
        ]}
      />
      <Suspense>
        {opened === 'schedules' && <ReportSchedules report={report} filter={writable(filter)} onClose={close} />}
        {opened === 'runs' && <RunsDialog onClose={close} />}
      </Suspense>
    </div>
  );
}

const writable = ({ imeis, driver_ids, departments, ...rest }: ReportFilter) => ({
  ...rest,
  imeis: [...imeis],
  driver_ids: [...driver_ids],
  departments: [...departments],
});
