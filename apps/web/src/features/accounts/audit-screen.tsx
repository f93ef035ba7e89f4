import { useInfiniteQuery } from '@tanstack/react-query';
import type { Translate } from '@spora/messages/translate';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { NotLoaded, rowsOf } from '../../ui/loaded.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useNow } from '../../lib/age.ts';
import { capitalised } from '../../lib/names.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useRowWindow } from '../../lib/use-row-window.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Table, TableGap } from '../../ui/table.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { AuditExport } from './components/audit-export.tsx';
import { AuditFilters } from './components/audit-filters.tsx';
import { allRights, changeTexts } from './audit-changes.ts';
import { detailsText } from './audit-details.ts';
import { type AuditLine, filterOf, hasAuditFilters, linesOf, type AuditRow, type AuditSearch } from './audit-model.ts';
import { sentence, viewedData, viewedSentence } from './audit-sentence.ts';
import { auditQuery } from './queries.ts';
import styles from './audit-screen.module.css';

const ROW_PX = 45;
const COLUMNS = 2;

/** ADM-018: who did what and when, newest first; the address keeps the filters. */
export function AuditScreen(props: {
  search: AuditSearch;
  onSearch: (patch: Partial<AuditSearch>, options?: { replace?: boolean }) => void;
}): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const filter = filterOf(search);
  const log = useInfiniteQuery(auditQuery(useSend(), filter));
  const rows = log.data?.pages.flatMap((page) => page.rows) ?? [];
  // On a phone the first row stands high: the tab is its heading, and what the log is stands with the filters.
  const isWide = useMedia('(min-width: 768px)');
  const lead = (
    <p className={styles['soft']}>
      {t('AuditLead')} {t('AuditTripsOwn')} <PageLink to={ADDRESSES.tripLog}>{t('AuditTripsGo')}</PageLink>
    </p>
  );
  const file = <AuditExport filter={filter} />;
  return (
    <div className={styles['screen']}>
      <div className={cx(styles['top'], !isWide && 'visually-hidden')}>
        <h2>{t('AuditTitle')}</h2>
        {isWide && <div className={styles['actions']}>{file}</div>}
      </div>
      {isWide && lead}
      <AuditFilters
        search={search}
        onSearch={(patch) => onSearch(patch, { replace: true })}
        lead={lead}
        file={isWide ? null : file}
      />
      {log.data ? (
        rows.length > 0 ? (
          <>
            <AuditTable rows={rows} />
            <More
              hasMore={log.hasNextPage}
              isBusy={log.isFetchingNextPage}
              hasFailed={log.isFetchNextPageError}
              onMore={() => void log.fetchNextPage()}
            />
          </>
        ) : (
          <EmptyState icon="history" title={hasAuditFilters(search) ? t('AuditNothingFound') : t('AuditNothing')}>
            {hasAuditFilters(search) && t('NoUsersFoundText')}
          </EmptyState>
        )
      ) : (
        <NotLoaded query={log} heights={rowsOf(40)} className={styles['skeleton']} />
      )}
    </div>
  );
}

function AuditTable(props: { rows: readonly AuditRow[] }): ReactNode {
  const { rows } = props;
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const place = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(rows, format.day), [rows, format]);
  const shown = useRowWindow(lines.length, ROW_PX, place);
  const today = format.day(useNow());
  return (
    <div ref={place}>
      <Table
        label={t('AuditTitle')}
        rowCount={lines.length}
        head={
          <>
            <th scope="col">{t('AuditTime')}</th>
            <th scope="col">{t('AuditWhat')}</th>
          </>
        }
      >
        <TableGap height={shown.before} columns={COLUMNS} />
        {shown.indexes.map((index) => {
          const line = lines[index];
          if (!line) return null;
          if ('day' in line)
            return (
              <tr key={line.day} ref={shown.measure} data-index={index} aria-rowindex={index + 2} className={styles['day']}>
                <th scope="colgroup" colSpan={COLUMNS}>
                  {capitalised(format.longDay(line.day, today))}
                </th>
              </tr>
            );
          const { row, earlier } = line;
          const first = earlier.at(-1);
          const isViewed = row.action === 'support-viewed';
          const views = [row, ...earlier].toReversed();
          const told = detailsText(isViewed && !isAfterOpening(line, lines[index + 1]) ? withReason(row, rows) : row, {
            t,
            format,
          });
          const details = [isViewed && viewedData(views, t, format.language), told].filter(Boolean).join('. ');
          const changes = changeTexts(row, { t, format, typeText });
          return (
            <tr key={row.id} ref={shown.measure} data-index={index} aria-rowindex={index + 2}>
              <td className={styles['time']}>
                <time dateTime={row.at} title={format.exactTime(row.at)}>
                  {format.time(row.at)}
                </time>
              </td>
              <th scope="row" className={styles['what']}>
                {isViewed ? viewedSentence(views, t, format.language) : sentence(row, t)}
                {first && !isViewed && ` · ${timesText(earlier.length + 1, [first.at, row.at].map(format.time), t)}`}
                {changes.map((text, at) => (
                  <span key={at} className={styles['change']}>
                    <LongText text={text} />
                  </span>
                ))}
                <AllRights lines={allRights(row, { t, format, typeText })} />
                {details !== '' && (
                  <span className={styles['details']}>
                    <LongText text={details} />
                  </span>
                )}
              </th>
            </tr>
          );
        })}
        <TableGap height={shown.after} columns={COLUMNS} />
      </Table>
    </div>
  );
}

/** Whether the line below says why the account was opened: once is enough. */
const isAfterOpening = ({ row: { actor } }: { readonly row: AuditRow }, below: AuditLine | undefined): boolean =>
  below !== undefined && 'row' in below && below.row.action === 'support-opened' && below.row.actor === actor;

/** ROLE-011: what a visitor looked at, with why they had opened the account. */
function withReason(row: AuditRow, rows: readonly AuditRow[]): AuditRow {
  const opened = rows.slice(rows.indexOf(row)).find(({ action, actor }) => action === 'support-opened' && actor === row.actor);
  const reason = opened?.details['reason'];
  return reason === undefined ? row : { ...row, details: { ...row.details, reason } };
}

/** How many times, and since when where that is not the time of the row. */
const timesText = (count: number, [first = '', last]: readonly string[], t: Translate): string =>
  first === last ? t('AuditTimesAtOnce', { count }) : t('AuditTimes', { count, time: first });

/** So much of a text is read in passing. */
const TEXT_MAX = 200;

/** Which rights somebody had and has in all, at a press. */
function AllRights({ lines }: { lines: readonly string[] }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <span className={styles['details']}>
      {isOpen &&
        lines.map((line) => (
          <span key={line} className={styles['line']}>
            {line}
          </span>
        ))}
      <button type="button" className={styles['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'AuditLess' : 'AuditAllRights')}
      </button>
    </span>
  );
}

/** A text whose rest is shown at a press. */
function LongText({ text }: { text: string }): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (text.length <= TEXT_MAX) return <Unbroken>{text}</Unbroken>;
  // Between two names, not within one.
  const end = text.lastIndexOf(', ', TEXT_MAX);
  return (
    <>
      <Unbroken>{isOpen ? text : `${text.slice(0, end > 0 ? end + 1 : TEXT_MAX)} …`}</Unbroken>{' '}
      <button type="button" className={styles['more']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'AuditLess' : 'AuditAll')}
      </button>
    </>
  );
}

/** Older rows come by themselves when the end is in sight; the button is for who does not scroll, and for a second try. */
function More(props: { hasMore: boolean; isBusy: boolean; hasFailed: boolean; onMore: () => void }): ReactNode {
  const { hasMore, isBusy, hasFailed, onMore } = props;
  const t = useT();
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (!hasMore || isBusy || hasFailed || !end.current || !('IntersectionObserver' in globalThis)) return undefined;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: '400px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, isBusy, hasFailed]);
  return (
    <div ref={end} className={styles['end']}>
      {hasMore ? (
        <Button isWrite={false} isBusy={isBusy} onClick={onMore}>
          {isBusy ? t('Loading') : t('AuditOlder')}
        </Button>
      ) : (
        <p className={styles['soft']}>{t('AuditEnd')}</p>
      )}
    </div>
  );
}
