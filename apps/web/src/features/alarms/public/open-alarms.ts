import type { DataOf } from '@spora/contract/endpoint-map';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useSend } from '../../../lib/send-context.tsx';

/** Beside the live stream: it tells nothing of what is told because a day is over. */
const LOOK_AGAIN_MS = 5 * 60_000;

/** What nobody has handled, as far as this person is told; undefined until it is known. */
export function useOpenAlarms(): DataOf<'alarms.open'> | undefined {
  return useQuery({ ...endpointQuery(useSend(), 'alarms.open', {}), staleTime: LOOK_AGAIN_MS, refetchInterval: LOOK_AGAIN_MS })
    .data;
}

const NOTHING_OPEN: ReadonlyMap<number, OpenOfUnit> = new Map();

/** MAP-021: the units with open alarms, by their ids. */
export function useOpenOfUnits(): ReadonlyMap<number, OpenOfUnit> {
  const units = useOpenAlarms()?.units;
  return useMemo(() => (units ? new Map(units.map((unit) => [unit.id, unit])) : NOTHING_OPEN), [units]);
}

export type OpenOfUnit = DataOf<'alarms.open'>['units'][number];
