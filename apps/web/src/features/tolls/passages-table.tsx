import type { TollOrder } from '@spora/contract/tolls/endpoints';
import { markOf } from '@spora/contract/tolls/marks';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { useMedia } from '../../lib/use-media.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SortHeading, Table, type SortOrder } from '../../ui/table.tsx';
import { areaText, isInDoubt, type Passage, type TollReport } from './model.ts';
import { Amount, CorrectButton, Mark, SayButtons, Station, Tick, When, Why } from './passage-parts.tsx';
import { PassagesList } from './passages-list.tsx';
import { ReviewBar, TickAll } from './review-bar.tsx';
import { COLUMNS, type Listed } from './search.ts';
import styles from './tolls.module.css';
import { type Reviews, useReviews } from './use-reviews.ts';

const HEADS = {
  at: 'TollsTime',
  unit: 'TollsUnit',
  station: 'TollsStation',
  type: 'TollsType',
  driver: 'TollsDriver',
  amount: 'TollsAmount',
} as const satisfies Record<TollOrder, string>;

/** What is said where none is listed. */
const NONE = {
  charged: 'TollsAllFree',
  all: 'TollsAllFree',
  uncertain: 'TollsAllReviewed',
  corrected: 'TollsNoneCorrected',
} as const satisfies Record<Listed, string>;

export interface PassagesProps {
  readonly report: TollReport;
  readonly listed: Listed;
  readonly sort: SortOrder<TollOrder>;
  readonly onList: (listed: Listed) => void;
  readonly onSort: (sort: SortOrder<TollOrder>) => void;
  readonly onPage: (page: number) => void;
  readonly onOpen: (row: Passage) => void;
  readonly onCorrect: (row: Passage) => void;
  readonly onAdd: () => void;
}

/**
 * What was paid for, a page at a time, each leading to the log of its day; when asked for also what cost nothing, only what is uncertain, or
 * only what somebody corrected.
 * Who may correct says of an uncertain one whether it was, of one or of several.
 */
export function PassagesTable({ report, listed, onList, ...props }: PassagesProps): ReactNode {
  const t = useT();
  const format = useFormat();
  const isPhone = useMedia('(max-width: 767px)');
  const top = useRef<HTMLElement>(null);
  const reviews = useReviews();
  const keepPlace = useNextAnswer(top, report.rows);
  const { free, passages, corrected, withdrawn } = report.totals;
  const { rows } = report;
  const uncertain = report.doubts.uncertain.reduce((sum, each) => sum + each.passages, 0);
  if (passages === 0) return null;
  const total = { charged: passages - free - withdrawn, all: passages - withdrawn, uncertain, corrected }[listed];
  const isStruckListed = withdrawn > 0 && (listed === 'charged' || listed === 'all');
  const mayReview = report.can.correct && rows.some(isInDoubt);
  return (
    <section ref={top} onClickCapture={keepPlace} className={styles['passages']} aria-labelledby="toll-passages">
      <div className={styles['head']}>
        <h2 id="toll-passages" className={styles['title']}>
          {t('TollsPassages')} <span className={styles['count']}>{format.number(total)}</span>
          {isStruckListed && (
            <>
              {' '}
              <span className={styles['count']}>· {t('TollsNotCounted', { count: withdrawn })}</span>
            </>
          )}
        </h2>
        {isPhone && report.can.correct && <IconButton icon="plus" label={t('TollsAdd')} onClick={props.onAdd} />}
        <div className={styles['switches']}>
          {(uncertain > 0 || listed === 'uncertain') && (
            <Switch
              label={t('TollsOnlyUncertain', { count: uncertain })}
              isOn={listed === 'uncertain'}
              onChange={(isOn) => onList(isOn ? 'uncertain' : 'charged')}
            />
          )}
          {(corrected > 0 || listed === 'corrected') && (
            <Switch
              label={t('TollsOnlyCorrected', { count: corrected })}
              isOn={listed === 'corrected'}
              onChange={(isOn) => onList(isOn ? 'corrected' : 'charged')}
            />
          )}
          {free > 0 && (
            <Switch
              label={t('TollsShowFree', { count: free })}
              isOn={listed === 'all'}
              onChange={(isOn) => onList(isOn ? 'all' : 'charged')}
            />
          )}
        </div>
      </div>
      {listed === 'uncertain' && mayReview && (
        <div className={styles['said']}>
          <p>{t('TollsReviewHint')}</p>
          {isPhone && <TickAll rows={rows} reviews={reviews} />}
        </div>
      )}
      {listed === 'corrected' && rows.length > 0 && report.can.correct && (
        <p className={styles['said']}>{t('TollsCorrectedHint')}</p>
      )}
      {rows.length === 0 ? (
        <div className={styles['none']}>
          <p className={styles['said']}>{t(NONE[listed])}</p>
          {(listed === 'uncertain' || listed === 'corrected') && (
            <Button onClick={() => onList('charged')}>{t('TollsShowCharged')}</Button>
          )}
        </div>
      ) : isPhone ? (
        <PassagesList
          rows={rows}
          reviews={reviews}
          onOpen={props.onOpen}
          {...(report.can.correct ? { onCorrect: props.onCorrect } : {})}
        />
      ) : (
        <Rows {...props} report={report} reviews={mayReview ? reviews : null} />
      )}
      <ReviewBar reviews={reviews} />
      <Pager
        label={t('TollsPassages')}
        page={report.page}
        shown={rows.length}
        total={report.page.rows}
        onPage={(page) => {
          props.onPage(page);
          top.current?.scrollIntoView?.();
        }}
      />
    </section>
  );
}

const answersIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])];

/** Where the passage that was answered leaves the list, the keyboard goes on at the same answer of the next one (NAV-038). */
function useNextAnswer(list: RefObject<HTMLElement | null>, rows: readonly Passage[]): (event: { target: unknown }) => void {
  const pressed = useRef(-1);
  useEffect(() => {
    if (pressed.current >= 0 && document.activeElement === document.body) {
      // The last one's place is taken by the one before it, of which each has two.
      const all = answersIn(list.current);
      (all[pressed.current] ?? all.at(pressed.current % 2 === 0 ? -2 : -1))?.focus();
    }
  }, [list, rows]);
  return ({ target }) => {
    pressed.current = target instanceof Element ? answersIn(list.current).findIndex((answer) => answer.contains(target)) : -1;
  };
}

function Rows({
  report,
  reviews,
  ...props
}: Pick<PassagesProps, 'report' | 'sort' | 'onSort' | 'onOpen' | 'onCorrect'> & { reviews: Reviews | null }): ReactNode {
  const t = useT();
  const { rows, can } = report;
  const hasMarks = rows.some((row) => markOf(row) !== null);
  return (
    <div className={styles['scroll']}>
      <Table
        label={t('TollsPassages')}
        rowCount={report.page.rows}
        head={
          <>
            {reviews && (
              <th scope="col" className={styles['box']}>
                <TickAll rows={rows} reviews={reviews} isLabelHidden />
              </th>
            )}
            {COLUMNS.map((column) => (
              <SortHeading key={column} column={column} order={props.sort} onSort={props.onSort} isNumber={column === 'amount'}>
                {t(HEADS[column])}
              </SortHeading>
            ))}
            {hasMarks && <th scope="col">{t('TollsMark')}</th>}
            {can.correct && (
              <th scope="col">
                <span className="visually-hidden">{t('TollsCorrect')}</span>
              </th>
            )}
          </>
        }
      >
        {rows.map((row) => (
          <PassageRow
            key={row.key}
            row={row}
            hasMarks={hasMarks}
            reviews={reviews}
            onOpen={props.onOpen}
            {...(can.correct ? { onCorrect: props.onCorrect } : {})}
          />
        ))}
      </Table>
    </div>
  );
}

function PassageRow({
  row,
  hasMarks,
  reviews,
  onOpen,
  onCorrect,
}: {
  row: Passage;
  hasMarks: boolean;
  reviews: Reviews | null;
  onOpen: (row: Passage) => void;
  onCorrect?: (row: Passage) => void;
}): ReactNode {
  const t = useT();
  const typeText = useTripTypeText();
  return (
    <tr data-unpriced={row.amount === null} data-waiting={reviews?.waiting.has(row.key)}>
      {reviews && (
        <td className={styles['box']}>
          <Tick row={row} reviews={reviews} />
        </td>
      )}
      <th scope="row">
        <When row={row} />
      </th>
      <td data-label={t('TollsUnit')}>
        <div>
          {row.unit.name}
          {row.unit.registration_number && <span className={styles['second']}>{row.unit.registration_number}</span>}
        </div>
      </td>
      <td data-label={t('TollsStation')} className={styles['station']}>
        <div>
          <Station row={row} onOpen={onOpen} />
          {row.area && <span className={styles['second']}>{areaText(row, t)}</span>}
        </div>
      </td>
      <td data-label={t('TollsType')}>{row.trip_type ? typeText(row.trip_type) : t('TollsNoTrip')}</td>
      <td data-label={t('TollsDriver')} className={styles['driver']}>
        {row.driver}
      </td>
      <td data-label={t('TollsAmount')} data-kind="number" className={styles['paid']}>
        <div>
          <Amount row={row} />
          <Why row={row} />
        </div>
      </td>
      {hasMarks && (
        <td data-label={t('TollsMark')} className={styles['mark']}>
          <div>
            <Mark row={row} />
            {reviews && <SayButtons row={row} reviews={reviews} />}
          </div>
        </td>
      )}
      {onCorrect && (
        <td className={styles['act']}>
          <CorrectButton row={row} onCorrect={onCorrect} />
        </td>
      )}
    </tr>
  );
}
