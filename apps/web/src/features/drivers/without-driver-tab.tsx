import { DAY_MS } from '@spora/calendar/durations';
import type { suggestDrivers } from '@spora/contract/drivers/endpoints';
import type { CallData } from '@spora/contract/endpoint';
import type { Trip } from '@spora/contract/trips/endpoints';
import type { UnitKind } from '@spora/contract/units/values';
import type { MessageKey } from '@spora/messages/keys';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PickField } from '../../ui/pick-field.tsx';
import { Table } from '../../ui/table.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { FailureBanner } from '../../ui/failure-banner.tsx';
import { ADDRESSES } from '../../lib/addresses.ts';
import { addressText } from '../../lib/address-text.ts';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { measuresOf } from '../../lib/measures.ts';
import { PageLink } from '../../lib/page-link.tsx';
import { driversQuery } from './public/drivers-query.ts';
import { Panel } from './panel.tsx';
import { suggestionsQuery, useDriverWrite } from './queries.ts';
import styles from './drivers.module.css';

const DAYS = 30;
const PAGE = 100;

function useMissingQuery() {
  const format = useFormat();
  const [now] = useState(() => Date.now());
  return endpointQuery(useSend(), 'trips.generate', {
    body: {
      from: format.day(new Date(now - DAYS * DAY_MS).toISOString()),
      to: format.day(new Date(now).toISOString()),
      driver_missing: true,
      page_size: PAGE,
    },
  });
}

/** How many trips wait for a driver; 0 until that is known, and for who has nothing to do with them. */
export function useMissingCount(isAsked: boolean): number {
  const { data } = useQuery({ ...useMissingQuery(), enabled: isAsked });
  return data?.totals.count ?? 0;
}

/** DRV-014: what has no driver, with a guess for each; given to somebody in bulk. */
export function WithoutDriverTab(): ReactNode {
  const t = useT();
  const answer = useQuery(useMissingQuery());
  return (
    <Panel query={answer}>
      {({ trips, totals }) =>
        trips.length === 0 ? (
          <EmptyState icon="check" title={t('NoTripsWithoutDriverTitle')}>
            {t('NoTripsWithoutDriverText')}
          </EmptyState>
        ) : (
          <Inbox trips={trips} count={totals.count} />
        )
      }
    </Panel>
  );
}

type Suggestion = CallData<typeof suggestDrivers>['suggestions'][number];

interface Assignment {
  readonly driverId: number;
  readonly tripIds: number[];
  /** BOOK-048: what the unit was booked for, of trips without a purpose. */
  readonly purpose?: string;
}

/** `count`: of all that wait, of which `trips` are the newest. */
function Inbox({ trips, count }: { trips: readonly Trip[]; count: number }): ReactNode {
  const t = useT();
  const format = useFormat();
  const send = useSend();
  const toasts = useToasts();
  const free = useMemo(() => trips.filter((trip) => !trip.is_masked && trip.can.edit), [trips]);
  const ids = free.map(({ id }) => id);
  const { data: people } = useQuery(driversQuery(send, null));
  const { data: guesses } = useQuery({ ...suggestionsQuery(send, ids), enabled: ids.length > 0 });
  const { data: units } = useQuery(endpointQuery(send, 'units.list', {}));
  const kinds = new Map(units?.units.map(({ id, kind }) => [id, kind]));
  const suggestions = new Map(guesses?.suggestions.map((one) => [one.trip_id, one]));
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [driverId, setDriverId] = useState<number | null>(null);
  const chosen = ids.filter((id) => picked.has(id));
  // Nothing ticked: of all that have one.
  const suggested = (chosen.length > 0 ? chosen : ids).filter((id) => suggestions.has(id));
  const save = useDriverWrite(async (to, work: readonly Assignment[]) => {
    const results = [];
    for (const one of work) {
      const body = { trip_ids: one.tripIds, changes: { driver_id: one.driverId, ...(one.purpose && { purpose: one.purpose }) } };
      results.push(...(await call(to, 'trips.bulk-update', { body })).results);
    }
    return results;
  });
  const assign = (work: readonly Assignment[]): void =>
    save.mutate(work, {
      onSuccess: (results) => {
        const failed = results.filter((one) => !one.success);
        const done = results.length - failed.length;
        if (done > 0) toasts.show({ text: t('TripsAssigned', { count: done }) });
        const [first] = failed;
        if (first)
          toasts.show({
            text: t('TripsNotAssigned', {
              count: failed.length,
              reason: t(first.error as Extract<MessageKey, 'TripIsAttested'>),
            }),
            tone: 'danger',
          });
        setPicked(new Set());
      },
    });
  const takeSuggestions = (): void => {
    const without = new Set(free.filter(({ purpose }) => !purpose).map(({ id }) => id));
    const purposeOf = (one: Suggestion): string => (without.has(one.trip_id) ? (one.purpose ?? '') : '');
    const alike = Map.groupBy(
      suggested.flatMap((id) => suggestions.get(id) ?? []),
      (one) => `${one.driver.id} ${purposeOf(one)}`,
    );
    assign(
      [...alike.values()].map((list) => ({
        driverId: list[0]!.driver.id,
        tripIds: list.map((one) => one.trip_id),
        purpose: purposeOf(list[0]!),
      })),
    );
  };
  const toggle = (id: number): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    setPicked(next);
  };
  return (
    <>
      <p className={styles['soft']}>{t('DriversMissingLead')}</p>
      {count > trips.length && (
        <p className={styles['soft']}>
          {t('DriversMissingMore', { shown: format.number(trips.length), count: format.number(count) })}
        </p>
      )}
      <div className={styles['bar']}>
        <PickField
          label={t('AssignDriver')}
          value={driverId === null ? '' : String(driverId)}
          noneText={t('CheckInChooseDriver')}
          options={(people?.drivers ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => setDriverId(Number(id) || null)}
        />
        {chosen.length > 0 && driverId !== null && (
          <Button look="primary" isBusy={save.isPending} onClick={() => assign([{ driverId, tripIds: chosen }])}>
            {t('AssignTrips', { count: chosen.length })}
          </Button>
        )}
        {suggested.length > 0 && (
          <Button isBusy={save.isPending} onClick={takeSuggestions}>
            {t('UseSuggestions', { count: suggested.length })}
          </Button>
        )}
      </div>
      <FailureBanner failure={save.error} />
      <Table
        label={t('TripsWithoutDriver')}
        rowCount={trips.length}
        head={
          <>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={t('SelectAllTrips')}
                checked={chosen.length > 0 && chosen.length === ids.length}
                onChange={(event) => setPicked(new Set(event.target.checked ? ids : []))}
              />
            </th>
            <th scope="col">{t('Time')}</th>
            <th scope="col">{t('Unit')}</th>
            <th scope="col">{t('StartAndStop')}</th>
            <th scope="col" data-kind="number">
              {t('Distance')}
            </th>
            <th scope="col">{t('DriverSuggestion')}</th>
          </>
        }
      >
        {trips.map((trip) => (
          <InboxLine
            key={trip.id}
            trip={trip}
            isFree={ids.includes(trip.id)}
            isPicked={picked.has(trip.id)}
            onToggle={() => toggle(trip.id)}
            suggestion={suggestions.get(trip.id)}
            kind={kinds.get(trip.unit_id)}
          />
        ))}
      </Table>
    </>
  );
}

/** From when to when, the way to the trip in the log, where its way helps to tell who drove; of a trip without a time its day. */
function TripTime({ trip }: { trip: Trip }): ReactNode {
  const format = useFormat();
  const { day, start, stop } = trip;
  if (start.time === null) return day;
  return (
    <PageLink
      className={styles['trip']}
      to={ADDRESSES.tripLog}
      search={{ period: 'custom', from: day, to: day, unit: trip.imei ?? undefined, trip: trip.id }}
    >
      {format.dateTime(start.time)}
      {stop?.time && `–${format.time(stop.time)}`}
    </PageLink>
  );
}

function InboxLine(props: {
  trip: Trip;
  isFree: boolean;
  isPicked: boolean;
  onToggle: () => void;
  suggestion: Suggestion | undefined;
  kind: UnitKind | undefined;
}): ReactNode {
  const { trip, suggestion } = props;
  const t = useT();
  const format = useFormat();
  const time = trip.start.time === null ? trip.day : format.dateTime(trip.start.time);
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          aria-label={t('SelectTripOf', { time, unit: trip.unit_name })}
          disabled={!props.isFree}
          checked={props.isPicked}
          onChange={props.onToggle}
        />
      </td>
      <td data-label={t('Time')}>
        <TripTime trip={trip} />
      </td>
      <td data-label={t('Unit')}>{trip.unit_name}</td>
      <td data-label={t('StartAndStop')}>
        {trip.is_masked
          ? t('PrivateTrip')
          : [addressText(trip.start, t), trip.stop && addressText(trip.stop, t)].filter(Boolean).join(' – ')}
      </td>
      <td data-label={t('Distance')} data-kind="number">
        {measuresOf(props.kind, format).distance(trip.distance_m)}
      </td>
      <td data-label={t('DriverSuggestion')}>
        {suggestion && (
          <>
            {suggestion.driver.name} <span className={styles['soft']}>{t(`SuggestionReason-${suggestion.reason}`)}</span>
            {suggestion.purpose && <div>{suggestion.purpose}</div>}
          </>
        )}
      </td>
    </tr>
  );
}
