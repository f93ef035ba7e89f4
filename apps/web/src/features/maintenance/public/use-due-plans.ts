import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../lib/send-context.tsx';
import { overviewQuery } from '../plan-queries.ts';
import { usePlanTexts } from '../use-plan-texts.ts';

/** When the plan of a unit that goes by a name, or of none by its kind, is due by now; null: it is not due, or nobody may know. */
export type DueOf = (imei: string | null, plan: string) => string | null;

/** SRV-005: how plans that were told to be due stand now; asked for where `isAsked`. */
export function useDuePlans(isAsked: boolean): DueOf {
  const texts = usePlanTexts();
  const { data } = useQuery({ ...overviewQuery(useSend()), enabled: isAsked, retry: false });
  return (imei, named) => {
    const row = data?.rows.find(({ unit, plan }) => unit.imei === imei && (plan.name || plan.kind) === named);
    if (!row || (row.plan.state !== 'due-soon' && row.plan.state !== 'overdue')) return null;
    const { first } = texts.due(row.plan);
    const [left] = texts.remaining(row.plan);
    return [left?.text ?? [], first === '' ? [] : first].flat().join(', ') || null;
  };
}
