import { addDays } from '@spora/calendar/days';
import type { AttestRow } from '@spora/contract/attestation/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import type { TripType } from '@spora/contract/units/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Loaded, rowsOf } from '../../../ui/loaded.tsx';
import { ADDRESSES } from '../../../lib/addresses.ts';
import { queriesOf } from '../../../lib/endpoint-query.ts';
import { PageLink } from '../../../lib/page-link.tsx';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { hasOthers } from '../../../lib/rights.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DateRangeField } from '../../../ui/date-range-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { isMonth, matterSearch, monthDays, monthLater, rowKey, type AttestParts, type Span } from '../model.ts';
import { checkQuery, lastQuery, statusQuery, useAttestWrite } from '../queries.ts';
import { EmptyOrBegin } from '../../../ui/begin-unit.tsx';
import { MissingPurposes } from '../../trips/public/missing-purposes.tsx';
import { latestEnd } from '../../trips/public/trip-search.ts';
import { TypeMark } from '../../trips/public/type-mark.tsx';
import { AttestStamps, WhyReopened } from './attest-stamps.tsx';
import { ConfirmAttest } from './confirm-attest.tsx';
import { useGone, type UnitPart } from '../use-gone.ts';
import styles from './attest.module.css';

/** ATT-011: one's own month: what it holds, what is open in it, and one button. */
export function AttestPeriod(props: AttestParts): ReactNode {
  const { search, onSearch } = props;
  const t = useT();
  const format = useFormat();
  const today = format.day(useNow());
  const last = useQuery(lastQuery(useSend()));
  const show = (span: Span): void => onSearch({ view: 'mine', ...span });
  return (
    <Loaded query={last} heights={rowsOf(52)} className={styles['stack']}>
      {(data) => {
        const fallback = data.period ?? monthDays(monthLater(today.slice(0, 7), -1));
        const span = search.from && search.to ? { from: search.from, to: search.to } : fallback;
        const month = span.from.slice(0, 7);
        const yesterday = addDays(today, -1);
        return (
          <div className={styles['wide']}>
            {isMonth(span) && <h2 className={styles['month']}>{format.month(month)}</h2>}
            <div className={cx(styles['period'], styles['days'])}>
              <IconButton icon="chevron-left" label={t('PreviousMonth')} onClick={() => show(monthDays(monthLater(month, -1)))} />
              <DateRangeField
                label={t('Period')}
                value={span}
                onChange={show}
                max={yesterday < span.to ? span.to : yesterday}
                latestEnd={latestEnd}
                texts={{ previous: t('PreviousMonth'), next: t('NextMonth'), calendar: t('AttestChooseDays') }}
              />
              <IconButton
                icon="chevron-right"
                label={t('NextMonth')}
                disabled={monthLater(month, 1) >= today.slice(0, 7)}
                onClick={() => show(monthDays(monthLater(month, 1)))}
              />
            </div>
            <Checked key={`${span.from} ${span.to}`} span={span} isAllDone={data.period === null} {...props} />
            {span.to < today.slice(0, 7) && <Running month={today.slice(0, 7)} />}
          </div>
        );
      }}
    </Loaded>
  );
}

/** What the month that goes on has so far: nobody is to wonder where the trips of this week are. */
function Running({ month }: { month: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const gone = useGone();
  const { data } = useQuery(checkQuery(useSend(), monthDays(month)));
  if (!data || data.totals.trips === 0) return null;
  return (
    <p className={styles['running']}>
      {t('AttestRunning', {
        month: format.month(month),
        trips: t('TripCount', { count: data.totals.trips }),
        distance: gone(data.totals.distance_m, partsOf(data, 'distance_m')),
      })}{' '}
      <PageLink to={ADDRESSES.tripLog} search={{ period: 'this-month' }}>
        {t('AttestShow')}
      </PageLink>
    </p>
  );
}

function Checked(props: AttestParts & { span: Span; isAllDone: boolean }): ReactNode {
  const query = useQuery(checkQuery(useSend(), props.span));
  return (
    <Loaded query={query} heights={rowsOf(52)} className={styles['stack']}>
      {(data) => <Check {...props} data={data} />}
    </Loaded>
  );
}

function Check(props: AttestParts & { span: Span; isAllDone: boolean; data: DataOf<'attestation.check'> }): ReactNode {
  const { data, span } = props;
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const reopened = useReopened(span);
  if (data.totals.trips === 0)
    return data.attested_trips > 0 ? (
      <Attested span={span} count={data.attested_trips} />
    ) : (
      <EmptyOrBegin text={t('AttestBeginText')}>
        <EmptyState icon="log" title={t('AttestNoTrips')}>
          {props.isAllDone ? t('AttestAllDone') : t('AttestNoTripsText')}
          {!hasOthers(user) && ` ${t('AttestWhatFor')}`}
        </EmptyState>
      </EmptyOrBegin>
    );
  return (
    <div className={styles['narrow']}>
      {data.attested_trips > 0 && <p className={styles['soft']}>{t('AttestPartDone', { count: data.attested_trips })}</p>}
      <Totals data={data} />
      {data.units.length > 1 && <Units data={data} />}
      <Reopened rows={reopened} />
      <Matters {...props} isReady={reopened.length === 0} />
      <MissingPurposes span={span} onSettled={() => void client.invalidateQueries(queriesOf('attestation'))} />
      <p>
        <PageLink to={ADDRESSES.tripLog} search={{ period: 'custom', ...span, attested: 'no' }}>
          {t('AttestShowLog')}
        </PageLink>
      </p>
      <AttestFoot data={data} span={span} reopened={reopened} />
    </div>
  );
}

/** What of one's own driving of the days was opened again and waits to be attested once more. */
function useReopened(span: Span): readonly AttestRow[] {
  const { ID } = useUser();
  const month = span.from.slice(0, 7);
  const isOneMonth = month === span.to.slice(0, 7);
  const { data } = useQuery({ ...statusQuery(useSend(), { month, user_id: ID }), enabled: isOneMonth });
  return (data?.rows ?? []).filter((row) => row.state === 'reopened' && row.from <= span.to && row.to >= span.from);
}

/** ATT-015: whoever attests again reads why it was opened. */
function Reopened({ rows }: { rows: readonly AttestRow[] }): ReactNode {
  return rows.map((row) => (
    <Banner key={rowKey(row)} tone="warning">
      <WhyReopened row={row} />
    </Banner>
  ));
}

/** A period that is attested says as much as an open one: how far, by whom and when, and the way to its trips. */
function Attested({ span, count }: { span: Span; count: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { ID } = useUser();
  const month = span.from.slice(0, 7);
  // Who attested is told month by month: of several the figures would be the first one's.
  const isOneMonth = month === span.to.slice(0, 7);
  const { data } = useQuery({ ...statusQuery(useSend(), { month, user_id: ID }), enabled: isOneMonth });
  const rows = (data?.rows ?? []).filter((row) => row.attestation_id !== null && row.from >= span.from && row.to <= span.to);
  return (
    <div className={styles['narrow']}>
      <Banner tone="success">
        {t(rows.some(({ state }) => state === 'user') ? 'AttestDoneWaits' : 'AttestDone', { count })}
      </Banner>
      {rows.length > 0 && <Totals data={{ totals: sumOf(rows), units: rows }} />}
      {rows.length > 0 && (
        <ul className={styles['lines']} aria-label={t('AttestWhoAndWhen')}>
          {rows.map((row) => (
            <li key={rowKey(row)} className={styles['line']}>
              <span className={styles['grow']}>
                {row.unit_name}
                <span className={styles['under']}>{t('AttestSpan', row)}</span>
              </span>
              <AttestStamps row={row} format={format} />
            </li>
          ))}
        </ul>
      )}
      <p>
        <PageLink to={ADDRESSES.tripLog} search={{ period: 'custom', ...span }}>
          {t('AttestShowLog')}
        </PageLink>
      </p>
    </div>
  );
}

const sumOf = (rows: readonly AttestRow[]): Sums => {
  const of = (name: keyof Sums): number => rows.reduce((sum, row) => sum + row[name], 0);
  return {
    trips: of('trips'),
    distance_m: of('distance_m'),
    business_m: of('business_m'),
    private_m: of('private_m'),
    other_m: of('other_m'),
  };
};

type Sums = DataOf<'attestation.check'>['totals'];
type Summed = Pick<DataOf<'attestation.check'>, 'totals'> & { readonly units: readonly (Sums & { readonly unit_id: number })[] };

const partsOf = ({ units }: Pick<Summed, 'units'>, of: 'distance_m' | `${TripType}_m`): UnitPart[] =>
  units.map((unit) => ({ unit_id: unit.unit_id, metres: unit[of] }));

function Totals(props: { data: Summed }): ReactNode {
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const gone = useGone();
  const { data } = props;
  const { totals } = data;
  return (
    <dl className={styles['totals']}>
      <div>
        <dt>{t('Trips')}</dt>
        <dd>{format.number(totals.trips)}</dd>
      </div>
      <div>
        <dt>{t('Distance')}</dt>
        <dd>{gone(data.totals.distance_m, partsOf(data, 'distance_m'))}</dd>
      </div>
      {(['business', 'private', 'other'] as const)
        .filter((type) => totals[`${type}_m`] > 0)
        .map((type) => (
          <div key={type}>
            <dt>
              <TypeMark type={type} /> {typeText(type)}
            </dt>
            <dd>{gone(totals[`${type}_m`], partsOf(data, `${type}_m`))}</dd>
          </div>
        ))}
    </dl>
  );
}

function Units(props: { data: DataOf<'attestation.check'> }): ReactNode {
  const t = useT();
  const gone = useGone();
  return (
    <ul className={styles['lines']} aria-label={t('AttestUnits')}>
      {props.data.units.map((unit) => (
        <li key={unit.unit_id} className={styles['line']}>
          <span className={styles['grow']}>
            {unit.unit_name}
            {unit.registration_number && <span className={styles['under']}>{unit.registration_number}</span>}
          </span>
          <span className={styles['figures']}>
            {t('TripCount', { count: unit.trips })} ·{' '}
            {gone(unit.distance_m, [{ unit_id: unit.unit_id, metres: unit.distance_m }])}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** ATT-010: what is open, with the way to it. */
function Matters(props: AttestParts & { span: Span; data: DataOf<'attestation.check'>; isReady: boolean }): ReactNode {
  const { data, span } = props;
  const t = useT();
  if (data.matters.length === 0)
    return (
      props.isReady && (
        <p className={styles['ready']}>
          <Icon name="check" size={18} />
          {t('AttestNothingOpen')}
        </p>
      )
    );
  return (
    <section className={styles['stack']}>
      <h2 className={styles['heading']}>{t('AttestMatters')}</h2>
      <ul className={styles['lines']}>
        {data.matters.map((matter) => (
          <li key={`${matter.kind} ${matter.unit_id}`} className={styles['line']}>
            <Icon name={matter.is_blocking ? 'alert' : 'information'} size={18} />
            <span className={styles['grow']}>
              {t(`AttestMatter-${matter.kind}`, { count: matter.count })}
              <span className={styles['under']}>{matter.unit_name}</span>
            </span>
            {matter.is_blocking && <Badge tone="warning">{t('AttestRequired')}</Badge>}
            <PageLink to={ADDRESSES.tripLog} search={matterSearch(matter, span)}>
              {t('AttestShow')}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The button that asks; what is attested is confirmed with its note. */
function AttestFoot(props: { data: DataOf<'attestation.check'>; span: Span; reopened: readonly AttestRow[] }): ReactNode {
  const { data, span, reopened } = props;
  const t = useT();
  const user = useUser();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  const write = useAttestWrite('attestation.attest');
  const gone = useGone();
  const obstacle = !data.is_over ? t('AttestNotOver') : data.matters.some((one) => one.is_blocking) ? t('AttestBlocked') : null;
  return (
    <>
      <div className={styles['foot']} data-foot-bar>
        <Button look="primary" icon="check" isWide disabled={!data.can.attest} onClick={() => setAsking(true)}>
          {t('AttestButton', { count: data.totals.trips })}
        </Button>
      </div>
      {obstacle && <p className={styles['soft']}>{obstacle}</p>}
      {isAsking && (
        <ConfirmAttest
          span={span}
          trips={data.totals.trips}
          distance={gone(data.totals.distance_m, partsOf(data, 'distance_m'))}
          whose={null}
          lead={t(hasOthers(user) ? 'AttestWhat' : 'AttestWhatAlone')}
          matters={data.matters}
          isBusy={write.isPending}
          error={write.error}
          onAttest={(note) =>
            write.mutate(
              { body: { ...span, note } },
              {
                onSuccess: () => {
                  setAsking(false);
                  toasts.show({ text: t('AttestSaved') });
                },
              },
            )
          }
          onClose={() => {
            write.reset();
            setAsking(false);
          }}
          isOpen={reopened.length > 0}
        >
          <Reopened rows={reopened} />
        </ConfirmAttest>
      )}
    </>
  );
}
