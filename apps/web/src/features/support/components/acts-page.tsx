import { useQueryClient } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { saveRewritten } from '../../../lib/download.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useSettledText } from '../../../lib/use-settled-text.ts';
import { Button } from '../../../ui/button.tsx';
import { DayField } from '../../../ui/day-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Table } from '../../../ui/table.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { actsFile } from '../files.ts';
import { actFilterOf, actText, OWN_VISITS } from '../model.ts';
import { useOlder } from '../queries.ts';
import { useSearch } from '../use-search.ts';
import { AccountLink } from './account-link.tsx';
import { Older } from './older.tsx';
import styles from '../support.module.css';

/** What the staff did outside of accounts and which they opened; what they do in one stands in that account's own log. */
export function ActsPage(): ReactNode {
  const t = useT();
  const [search, change] = useSearch();
  const filter = useMemo(() => actFilterOf(search), [search]);
  const shown = search.get('only') === OWN_VISITS.only ? OWN_VISITS.only : 'all';
  return (
    <div className={styles['screen']}>
      <h1>{t('Support_log')}</h1>
      <p className={styles['soft']}>{t('SupportLogLead')}</p>
      <ActFilters search={search} onChange={change} filter={shown === 'all' ? filter : { ...filter, ...OWN_VISITS }} />
      <Tabs
        label={t('Support_log')}
        selected={shown}
        onSelect={(id) => change({ only: id === 'all' ? '' : id })}
        tabs={[
          { id: 'all', label: t('ActsOfAll'), panel: <Acts query={filter} /> },
          { id: OWN_VISITS.only, label: t('OwnVisits'), panel: <Acts query={{ ...filter, ...OWN_VISITS }} /> },
        ]}
      />
    </div>
  );
}

type ActQuery = ReturnType<typeof actFilterOf> & { readonly only?: 'own-visits' };

function ActFilters(props: {
  search: URLSearchParams;
  onChange: (patch: Record<string, string>) => void;
  filter: ActQuery;
}): ReactNode {
  const { search, onChange, filter } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const client = useQueryClient();
  const [typed, setTyped] = useSettledText(search.get('q') ?? '', (q) => onChange({ q }));
  const download = (): void =>
    void send({ id: 'support.export-acts', query: filter })
      .then((answer) => saveRewritten(answer, 'support-log.csv', (text) => actsFile(text, { t, format })))
      // That it was fetched stands in the log.
      .then(() => client.invalidateQueries({ queryKey: ['support.acts'] }))
      .catch((error: unknown) => toasts.show({ tone: 'danger', text: errors.text(error) }));
  const texts = { previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('Calendar') };
  return (
    <div className={styles['filters']} role="search" aria-label={t('Support_log')}>
      <div className={styles['search']}>
        <SearchField label={t('ActsSearch')} clearLabel={t('ClearSearch')} value={typed} onChange={setTyped} isPageSearch />
      </div>
      <DayField label={t('ActsFrom')} value={search.get('from') ?? ''} onChange={(from) => onChange({ from })} texts={texts} />
      <DayField label={t('ActsTo')} value={search.get('to') ?? ''} onChange={(to) => onChange({ to })} texts={texts} />
      <Button icon="download" onClick={download}>
        {t('DownloadCsv')}
      </Button>
    </div>
  );
}

function Acts(props: { query: ActQuery }): ReactNode {
  const t = useT();
  const format = useFormat();
  const isNarrowed = [props.query.q, props.query.from, props.query.to].some((each) => each !== undefined);
  const acts = useOlder('support.acts', { query: props.query });
  return (
    <div className={styles['rows']}>
      <Loaded query={acts} heights={rowsOf(44)} className={styles['rows']}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          if (rows.length === 0) return <EmptyState icon="history" title={t(isNarrowed ? 'NoActsFound' : 'NoActs')} />;
          return (
            <Table
              label={t('Support_log')}
              head={
                <>
                  <th scope="col">{t('AuditTime')}</th>
                  <th scope="col">{t('AuditActor')}</th>
                  <th scope="col">{t('AuditAction')}</th>
                  <th scope="col">{t('AuditSubject')}</th>
                </>
              }
            >
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    {format.dateTime(row.at)}
                    {row.visit && (
                      <span className={styles['under']}>
                        {row.visit.left_at === null
                          ? t('ActVisitLasts')
                          : t('ActVisitLeft', {
                              time: format.moment(row.visit.left_at, row.at),
                              duration: format.duration((Date.parse(row.visit.left_at) - Date.parse(row.at)) / 1000),
                            })}
                      </span>
                    )}
                  </td>
                  <td data-label={t('AuditActor')}>{row.staff}</td>
                  <th scope="row">{actText(row.action, t)}</th>
                  <td data-label={t('AuditSubject')} className={styles['breaks']}>
                    {row.account && <AccountLink {...row.account} />}
                    {row.account && row.subject !== '' ? <span className={styles['under']}>{row.subject}</span> : row.subject}
                  </td>
                </tr>
              ))}
            </Table>
          );
        }}
      </Loaded>
      <Older query={acts} />
    </div>
  );
}
