import type { Trip } from '@spora/contract/trips/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { useFormat } from '../../lib/i18n.tsx';
import { measuresOf, type Measures } from '../../lib/measures.ts';

const Boats = createContext<ReadonlySet<number>>(new Set());

/** Tells the log which of its units are boats. */
export function WithBoats(props: { units: readonly Unit[]; children: ReactNode }): ReactNode {
  const boats = useMemo(() => new Set(props.units.flatMap(({ id, kind }) => (kind === 'boat' ? [id] : []))), [props.units]);
  return <Boats value={boats}>{props.children}</Boats>;
}

/** What trips are told in: by land and by sea together in kilometres. */
export function useMeasures(): (trips: readonly Pick<Trip, 'unit_id'>[]) => Measures {
  const format = useFormat();
  const boats = use(Boats);
  return useCallback(
    (trips) => measuresOf(trips.length > 0 && trips.every(({ unit_id }) => boats.has(unit_id)) ? 'boat' : 'vehicle', format),
    [boats, format],
  );
}
