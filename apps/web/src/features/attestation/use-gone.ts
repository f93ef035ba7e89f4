import { isWatercraft } from '@spora/contract/units/values';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import { useFormat } from '../../lib/i18n.tsx';
import { goneText, shownStepM } from '../../lib/measures.ts';
import { useSend } from '../../lib/send-context.tsx';

/** What of a distance was of which unit. */
export interface UnitPart {
  readonly unit_id: number;
  readonly metres: number;
}

/** How far units went together, what of them are boats in nautical miles. */
export function useGone(): (metres: number, parts: readonly UnitPart[]) => string {
  const format = useFormat();
  const boats = useBoats();
  return useCallback(
    (metres, parts) =>
      goneText({ metres, atSeaM: parts.reduce((sum, part) => (boats.has(part.unit_id) ? sum + part.metres : sum), 0) }, format),
    [boats, format],
  );
}

/** The sum of distances that are told one by one: of what each is rounded to there, so that whoever adds them up comes to the same. */
export function useSumGone(): (parts: readonly UnitPart[]) => string {
  const gone = useGone();
  const boats = useBoats();
  return (parts) => {
    const shown = parts.map(({ unit_id, metres }) => {
      const step = shownStepM(boats.has(unit_id) ? 'boat' : 'vehicle')(metres);
      return { unit_id, metres: Math.round(metres / step) * step };
    });
    return gone(
      shown.reduce((sum, { metres }) => sum + metres, 0),
      shown,
    );
  };
}

function useBoats(): ReadonlySet<number> {
  const { data } = useQuery(endpointQuery(useSend(), 'units.list', {}));
  return useMemo(() => new Set(data?.units.flatMap(({ id, kind }) => (isWatercraft(kind) ? [id] : []))), [data]);
}

/** The same of one unit. */
export function useUnitGone(unitId: number): (metres: number) => string {
  const gone = useGone();
  return (metres) => gone(metres, [{ unit_id: unitId, metres }]);
}
