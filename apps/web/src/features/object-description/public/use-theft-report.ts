import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { theftQuery } from '../queries.ts';

/** OBJ-008: the newest version of a unit's theft report whose track reaches back over a moment; null: there is none, or this person may not read it. */
export function useTheftReport(imei: string | null, at: string): { readonly version: number } | null {
  // The customer's own account of a crime is shut to support's visits.
  const isVisit = useUser().Support !== undefined;
  const { data } = useQuery({ ...theftQuery(useSend(), imei ?? ''), enabled: imei !== null && !isVisit, retry: false });
  const latest = data?.latest;
  const atMs = Date.parse(at);
  return latest && Date.parse(latest.track_from) <= atMs && atMs <= Date.parse(latest.track_to)
    ? { version: latest.version }
    : null;
}
