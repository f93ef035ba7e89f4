import type { TheftShare } from '@spora/contract/object-description/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../lib/send-context.tsx';
import { useUser } from '../../../lib/session-context.tsx';
import { theftQuery } from '../queries.ts';

/** A version of the report, with to whom it was shown. */
export interface TheftReportSeen {
  readonly version: number;
  /** The first to be shown first. */
  readonly shares: readonly TheftShare[];
}

/** OBJ-008: the newest version of a unit's theft report whose track reaches back over a moment; null: there is none, or this person may not read it. */
export function useTheftReport(imei: string | null, at: string): TheftReportSeen | null {
  // The customer's own account of a crime is shut to support's visits.
  const isVisit = useUser().Support !== undefined;
  const { data } = useQuery({ ...theftQuery(useSend(), imei ?? ''), enabled: imei !== null && !isVisit, retry: false });
  const latest = data?.latest;
  const atMs = Date.parse(at);
  return latest && Date.parse(latest.track_from) <= atMs && atMs <= Date.parse(latest.track_to)
    ? {
        version: latest.version,
        shares: data.shares
          .filter(({ version }) => version === latest.version)
          .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at)),
      }
    : null;
}
