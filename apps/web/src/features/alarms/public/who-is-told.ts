import { alarmClassOf, type AlarmKind } from '@spora/contract/alarms/kinds';
import { type Brand, brandOf } from '@spora/contract/brands';
import type { AlarmReceiver } from '@spora/contract/alarms/receivers';
import { useQueries } from '@tanstack/react-query';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { unitReceiversQuery } from '../receivers/queries.ts';

/** Of more units it is not asked one by one. */
const ASKED_MAX = 20;

/**
 * Who gets an alarm of these units, by name; of one who gets it from some of them alone, from how many. Null until it is known, for
 * more than ASKED_MAX units, and for who may not know.
 */
export function useWhoIsTold(unitIds: readonly number[], kind: AlarmKind): readonly string[] | null {
  const t = useT();
  const told = useTold(unitIds, kind);
  if (!told) return null;
  return [...Map.groupBy(told, ({ id }) => id).values()].map((of) => {
    const name = of[0]?.name ?? '';
    return of.length === unitIds.length ? name : t('ToldOfSome', { name, shown: of.length, count: unitIds.length });
  });
}

/** Whether who is signed in gets such an alarm of these units, of some of them at least. Null as for `useWhoIsTold`. */
export function useAmTold(unitIds: readonly number[], kind: AlarmKind): boolean | null {
  const { ID: id } = useUser();
  return useTold(unitIds, kind)?.some(({ member_id }) => member_id === id) ?? null;
}

/** Each as often as it is told of a unit. */
function useTold(unitIds: readonly number[], kind: AlarmKind): readonly AlarmReceiver[] | null {
  const send = useSend();
  const { IsAdmin: isAdmin, SubsiteID: subsiteId } = useUser();
  const asked = isAdmin && unitIds.length <= ASKED_MAX ? unitIds : [];
  const answers = useQueries({
    queries: asked.map((id) => ({ ...unitReceiversQuery(send, id), staleTime: 0, retry: false })),
  });
  if (answers.length === 0 || !answers.every(({ data }) => data)) return null;
  return answers.flatMap(({ data }) => toldOf(data?.alarmReceivers ?? [], kind, brandOf(subsiteId)));
}

/** Those of the receivers who get an alarm of that kind: they want its class, and can be reached. */
export function toldOf(receivers: readonly AlarmReceiver[], kind: AlarmKind, brand: Brand): AlarmReceiver[] {
  const field = alarmClassOf(kind, brand) === 'security' ? 'security_alarm' : 'function_alarm';
  return receivers.filter(
    (each) =>
      each[field] === 1 && each.state === 'active' && (each.email !== '' || each.phone !== '' || each.push_notification === 1),
  );
}
