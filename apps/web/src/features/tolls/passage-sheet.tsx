import { aboutOf } from '@spora/contract/tolls/marks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { windOf } from '../../lib/winds.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { CorrectionHistory } from './correction-history.tsx';
import { areaText, headingAt, type Passage, type PassageDetails } from './model.ts';
import { PassageDay } from './passage-day.tsx';
import { Amount, Mark, SayButtons } from './passage-parts.tsx';
import { passageQuery } from './queries.ts';
import styles from './passage-sheet.module.css';
import { useReviews } from './use-reviews.ts';

/** The map is fetched when there is something to show on it. */
const PassageMap = lazy(() => import('./passage-map.tsx').then((module) => ({ default: module.PassageMap })));

interface SheetProps {
  readonly passageKey: string;
  readonly onOpen: (key: string) => void;
  readonly onCorrect: (row: Passage) => void;
  readonly onClose: () => void;
}

/** REP-014: one passage: where it was and how it was driven past, why it costs what it costs, and what was said of it. */
export function PassageSheet({ passageKey, onClose, ...props }: SheetProps): ReactNode {
  const t = useT();
  const query = useQuery(passageQuery(useSend(), passageKey));
  return (
    <Sheet title={query.data?.passage.station ?? t('TollsPassage')} closeLabel={t('Close')} isOpen onClose={onClose}>
      <Loaded query={query} isPart>
        {(details) => <OnePassage key={details.passage.key} details={details} {...props} />}
      </Loaded>
    </Sheet>
  );
}

/** So long before and after it the way past a station is shown. */
const AROUND_MS = 90_000;

/** How it was driven past, by the positions that one may see of it; nothing where there are none. */
function useWay({ at, unit }: Passage, isZone: boolean) {
  const ms = Date.parse(at);
  const [from, to] = [new Date(ms - AROUND_MS).toISOString(), new Date(ms + AROUND_MS).toISOString()];
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'tracking.history', { query: { imei: unit.imei ?? '', from, to } }),
    enabled: unit.imei !== null && !isZone,
    retry: false,
  });
  return useMemo(() => {
    const points = data?.points ?? [];
    return { way: points.map(({ lat, lng }) => ({ lat, lng })), headingDeg: headingAt(points, at) };
  }, [data, at]);
}

function OnePassage(props: { details: PassageDetails } & Pick<SheetProps, 'onOpen' | 'onCorrect'>): ReactNode {
  const { details, onOpen, onCorrect } = props;
  const { passage: row, place, can } = details;
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const reviews = useReviews();
  const { way, headingDeg } = useWay(row, place?.is_zone ?? false);
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('TollsArea'), areaText(row, t)],
    [t('TollsHeading'), headingDeg !== null && t(`Wind-${windOf(headingDeg)}`)],
    [t('TollsUnit'), [row.unit.name, row.unit.registration_number].filter(Boolean).join(', ')],
    [t('TollsDriver'), row.driver],
    [t('TollsType'), row.trip_type ? typeText(row.trip_type) : t('TollsNoTrip')],
  ];
  return (
    <div className={styles['sheet']}>
      <div className={styles['top']}>
        <p className={styles['amount']}>
          <Amount row={row} />
        </p>
        <p>{t('TollsWhen', { day: format.longDay(format.day(row.at), format.day(Date.now())), time: format.time(row.at) })}</p>
        <div className={styles['soft']}>
          <Mark row={row} />
        </div>
        {can.correct && <SayButtons row={row} reviews={reviews} />}
      </div>
      {row.corrections.length > 0 && (
        <section className={styles['part']} aria-labelledby="toll-said">
          <h3 id="toll-said">{t('TollsHistory')}</h3>
          <CorrectionHistory row={row} mayUndo={can.correct} />
        </section>
      )}
      {place && (
        <Suspense fallback={<Skeleton className={styles['map']} />}>
          <PassageMap name={row.station} place={place} way={way} />
        </Suspense>
      )}
      <dl className={styles['facts']}>
        {facts.map(
          ([label, value]) =>
            value && (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ),
        )}
      </dl>
      <Reckoning details={details} />
      <PassageDay details={details} onOpen={onOpen} />
      <div className={styles['foot']}>
        {row.unit.imei && (
          <PageLink
            to={ADDRESSES.tripLog}
            search={{
              period: 'custom',
              from: format.day(row.at),
              to: format.day(row.at),
              unit: row.unit.imei,
              trip: row.trip_id ?? undefined,
            }}
            className={buttonClass({})}
          >
            <Icon name="route" size={18} />
            {t(row.trip_id === null ? 'TollsOpenLog' : 'TollsOpenTrip')}
          </PageLink>
        )}
        {can.correct && <Button onClick={() => onCorrect(row)}>{t('TollsCorrectTitle')}</Button>}
      </div>
    </div>
  );
}

const isAllDay = ({ from, to }: { readonly from: string; readonly to: string }): boolean => from === '00:00' && to === '24:00';

/** Why it costs that: the price of its hours and season, the rule that changed it, and what of it is not sure. */
function Reckoning({ details: { passage: row, basis } }: { details: PassageDetails }): ReactNode {
  const t = useT();
  const format = useFormat();
  const money = (amount: number): string => format.money(amount, row.currency);
  const years = { TollsOldWhy: String(row.as_of_year), TollsLastKnownWhy: String(row.price_year), TollsEstimateWhy: '' };
  // Of what somebody corrected it is told how that was reckoned before.
  const { amount, rule } = row.reckoned ?? row;
  const isPlain = rule === 'amount' || rule === 'corrected' || rule === 'no-tariff';
  // Of what is free by itself the rule says all.
  const isChanged = basis !== null && amount !== null && amount !== basis.alone;
  const lines = [
    basis?.hours &&
      t(isAllDay(basis.hours) ? 'TollsAllDay' : basis.season ? `TollsHours-${basis.season}` : 'TollsHours', {
        from: basis.hours.from,
        to: basis.hours.to,
        amount: money(basis.hours.amount),
      }),
    basis?.hours && row.price_table && t(`TollPricesWhy-${row.price_table}`),
    !isPlain && `${t(`TollRule-${rule}`)}.`,
    isChanged && !isPlain && t('TollsElse', { amount: money(basis.alone) }),
    basis?.joined_minutes && rule === 'multi-passage' && t('TollsJoined', { count: basis.joined_minutes }),
    basis?.month_ceiling && rule === 'month-ceiling' && t('TollsCeiling', { count: basis.month_ceiling }),
    rule === 'no-tariff' && t('TollsNoTariffWhy'),
    basis && t('TollsCountsAs', { vehicle: t(`TollVehicle-${basis.vehicle}`), day: basis.valid_from }),
    ...aboutOf(row).map((about) => t(about, { year: years[about] })),
  ].filter((line): line is string => Boolean(line));
  if (lines.length === 0) return null;
  return (
    <section className={styles['part']} aria-labelledby="toll-why">
      <h3 id="toll-why">
        {row.reckoned?.amount ? t('TollsReckoningOf', { amount: money(row.reckoned.amount) }) : t('TollsReckoning')}
      </h3>
      {lines.map((line) => (
        <p key={line}>
          <Unbroken>{line}</Unbroken>
        </p>
      ))}
    </section>
  );
}
