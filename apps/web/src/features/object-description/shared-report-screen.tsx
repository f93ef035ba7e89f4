import type { DataOf } from '@spora/contract/endpoint-map';
import type { TheftReport } from '@spora/contract/object-description/endpoints';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { NotLoaded } from '../../ui/loaded.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { call, callFile } from '../../lib/call.ts';
import { useDocumentTitle } from '../../lib/document-title.ts';
import { saveAnswer } from '../../lib/download.ts';
import { createQueryClient } from '../../lib/endpoint-query.ts';
import { useErrorText, useFormat, useLanguage, useT, ZoneProvider } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PictureImage } from './public/picture-image.tsx';
import { ReportTrack } from './components/report-track.tsx';
import { ReportWords } from './components/report-words.tsx';
import { Section } from '../../ui/section.tsx';
import frame from '../../ui/section.module.css';
import styles from './components/object.module.css';
import { sharedPictureQuery } from './queries.ts';

/** OBJ-008: what the police or the insurer sees of a link: the report, and nothing of the account beside it. */
export function SharedReportScreen(): ReactNode {
  const [client] = useState(createQueryClient);
  const [token] = useState(() => location.hash.slice(1));
  return (
    <QueryClientProvider client={client}>
      <Opened token={token} />
    </QueryClientProvider>
  );
}

function Opened({ token }: { token: string }): ReactNode {
  const t = useT();
  const send = useSend();
  useDocumentTitle(t('SharedTitle'));
  // Asked once: each call is an opening that is counted.
  const query = useQuery({
    queryKey: ['object-description.shared-report'],
    queryFn: ({ signal }) => call(send, 'object-description.shared-report', { body: { token } }, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const { data, error } = query;
  if (data)
    return (
      <ZoneProvider value={data.time_zone}>
        <Report token={token} shared={data} />
      </ZoneProvider>
    );
  return (
    <div className={styles['shared']}>
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState icon="lock" isAlert title={t('SharedOverTitle')}>
          {t('SharedOverText')}
        </EmptyState>
      ) : (
        <NotLoaded query={query} heights={[320]} isPart />
      )}
    </div>
  );
}

function Report(props: { token: string; shared: DataOf<'object-description.shared-report'> }): ReactNode {
  const { token, shared } = props;
  const { report } = shared;
  const t = useT();
  const errors = useErrorText();
  const format = useFormat();
  const send = useSend();
  const { language } = useLanguage();
  const pdf = useMutation({
    mutationFn: async () =>
      saveAnswer(
        await callFile(send, 'object-description.shared-pdf', { body: { token, lang: language } }),
        `${t('TheftFileName')} ${report.version}.pdf`,
      ),
  });
  return (
    <div className={styles['shared']}>
      <header className={styles['sharedTop']}>
        <div>
          <h1 className={styles['sharedTitle']}>{t('SharedTitle')}</h1>
          <p className={frame['soft']}>
            {`${t('TheftVersion', { version: report.version })} · ${t('TheftMadeAt', { time: format.dateTime(report.created_at), zone: shared.time_zone })}`}
          </p>
          <p className={frame['soft']}>{t('SharedUntil', { time: format.dateTime(shared.expires_at) })}</p>
        </div>
        <Button look="primary" icon="download" isBusy={pdf.isPending} onClick={() => pdf.mutate()}>
          {t('SharedSavePdf')}
        </Button>
      </header>
      {pdf.isError && <Banner tone="danger">{errors.text(pdf.error)}</Banner>}
      <ReportWords report={report} />
      <ReportTrack report={report} level={2} />
      <Pictures token={token} report={report} />
    </div>
  );
}

function Pictures({ token, report }: { token: string; report: TheftReport }): ReactNode {
  const t = useT();
  const send = useSend();
  if (report.pictures.length === 0) return null;
  return (
    <Section title={t('PicturesTitle')} level={2}>
      <ul className={styles['pictures']}>
        {report.pictures.map(({ id, caption }, index) => (
          <li key={id} className={styles['picture']}>
            <PictureImage
              query={sharedPictureQuery(send, token, id)}
              alt={caption || t('PictureNumber', { number: index + 1 })}
            />
            {caption && <p>{caption}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
