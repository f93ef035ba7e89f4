import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useSend } from '../../lib/send-context.tsx';
import { type BookingForm, formSpan } from './booking-form.ts';
import { toCall } from './time-model.ts';
import type { Taken } from './use-booking-texts.ts';

/** Which vehicles are free at the time of a form, those to be proposed first, and who has the others. */
export interface FreeThen {
  readonly vehicles: DataOf<'bookings.find'>['vehicles'];
  readonly free: ReadonlySet<string>;
  readonly taken: ReadonlyMap<string, Taken>;
}

/** What could be driven instead; null where that is not asked, or not known. */
export function useFreeThen(form: BookingForm, isWanted: boolean): FreeThen | null {
  const span = formSpan(form);
  const isAskable = isWanted && form.kind === 'drive' && span !== null && span.start < span.end;
  const { data } = useQuery({
    ...endpointQuery(useSend(), 'bookings.find', {
      body: { start_date: toCall(span?.start ?? ''), end_date: toCall(span?.end ?? '') },
    }),
    enabled: isAskable,
    staleTime: 0,
    retry: false,
  });
  if (!isAskable || !data) return null;
  return {
    vehicles: data.vehicles,
    free: new Set(data.vehicles.map(({ Imei }) => Imei)),
    taken: new Map(data.taken.map((each) => [each.imei, each])),
  };
}
