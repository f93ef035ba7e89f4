import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../lib/send-context.tsx';
import { modeQuery } from '../queries.ts';

/** MODE-009: whether the viewer may turn theft mode on for the unit, and it is not on already. */
export function useTheftOffer(imei: string | null): boolean {
  const { data } = useQuery({ ...modeQuery(useSend(), imei ?? ''), enabled: imei !== null, retry: false });
  return data !== undefined && data.theft === null && data.can.theft;
}

/** MODE-010: whether theft mode of the unit is on. */
export function useTheftOn(imei: string | null): boolean {
  const { data } = useQuery({ ...modeQuery(useSend(), imei ?? ''), enabled: imei !== null, retry: false });
  return data !== undefined && data.theft !== null;
}
