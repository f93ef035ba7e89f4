import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useFormat } from '../../lib/i18n.tsx';
import { goneText } from '../../lib/measures.ts';
import { useSend } from '../../lib/send-context.tsx';

/** What of a distance was of which unit. */
export interface UnitPart {
  readonly unit_id: number;
  readonly metres: number;
}

/** How far units went together, what of them are boats in nautical miles. */
export function useGone(): (metres: number, parts: readonly UnitPart[]) => string {
  const format = useFormat();
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  const boats = useMemo(() => new Set(data?.units.flatMap(({ id, kind }) => (kind === 'boat' ? [id] : []))), [data]);
  return useCallback(
    (metres, parts) =>
      goneText({ metres, atSeaM: parts.reduce((sum, part) => (boats.has(part.unit_id) ? sum + part.metres : sum), 0) }, format),
    [boats, format],
  );
}

/** The same of one unit. */
export function useUnitGone(unitId: number): (metres: number) => string {
  const gone = useGone();
  return (metres) => gone(metres, [{ unit_id: unitId, metres }]);
}
