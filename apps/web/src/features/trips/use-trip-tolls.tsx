import type { DataOf } from '@spora/contract/endpoint-map';
import type { Trip } from '@spora/contract/trips/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { Format } from '@spora/messages/format';
import { useSend } from '../../lib/send-context.tsx';
import { tollsQuery } from './queries.ts';

export type TripTolls = DataOf<'tolls.of-trips'>['trips'][number];

const Tolls = createContext<ReadonlyMap<number, TripTolls>>(new Map());

/** Asks what the trips of a page cost in tolls, while somebody looks at that (TRIP-019). */
export function WithTolls(props: { trips: readonly Trip[]; isAsked: boolean; children: ReactNode }): ReactNode {
  const ids = props.isAsked ? props.trips.filter(({ is_masked }) => !is_masked).map(({ id }) => id) : [];
  const { data } = useQuery({ ...tollsQuery(useSend(), ids), placeholderData: keepPreviousData });
  const tolls = useMemo(() => new Map((data?.trips ?? []).map((trip) => [trip.trip_id, trip])), [data]);
  return <Tolls value={tolls}>{props.children}</Tolls>;
}

/** Of a trip of the page; undefined where it passed nothing. */
export const useTripTolls = (tripId: number): TripTolls | undefined => use(Tolls).get(tripId);

/** Sums of different currencies stand beside each other. */
export const tollsText = ({ sums }: Pick<TripTolls, 'sums'>, format: Format): string =>
  sums.map(({ amount, currency }) => format.money(amount, currency)).join(' + ');

/** Whether what a trip cost is only about that: a part of it is an estimate. */
export const isAboutTolls = ({ passages }: Pick<TripTolls, 'passages'>): boolean =>
  passages.some(({ amount, is_estimate }) => is_estimate && amount !== null && amount > 0);
