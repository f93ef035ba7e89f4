import type { Trip } from '@spora/contract/trips/endpoints';
import type { Unit } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { useFormat } from '../../lib/i18n.tsx';
import { goneText, measuresOf, shownStepM, type Measures } from '../../lib/measures.ts';
import { type DayGroup, daysTogether } from './model.ts';

const Boats = createContext<ReadonlySet<number>>(new Set());

/** Tells the log which of its units are boats. */
export function WithBoats(props: { units: readonly Unit[]; children: ReactNode }): ReactNode {
  const boats = useMemo(() => new Set(props.units.flatMap(({ id, kind }) => (isWatercraft(kind) ? [id] : []))), [props.units]);
  return <Boats value={boats}>{props.children}</Boats>;
}

/** What trips of one unit are told in. */
export function useMeasures(): (trips: readonly Pick<Trip, 'unit_id'>[]) => Measures {
  const format = useFormat();
  const boats = use(Boats);
  return useCallback(
    (trips) => measuresOf(trips.length > 0 && trips.every(({ unit_id }) => boats.has(unit_id)) ? 'boat' : 'vehicle', format),
    [boats, format],
  );
}

/** How far trips went together, those by land and those by sea each in its own measure. */
export function useDistance(): (trips: readonly Pick<Trip, 'unit_id' | 'distance_m'>[]) => string {
  const format = useFormat();
  const boats = use(Boats);
  const measures = useMeasures();
  return useCallback(
    (trips) => {
      const sum = (of: typeof trips): number => of.reduce((metres, { distance_m }) => metres + distance_m, 0);
      const atSeaM = sum(trips.filter(({ unit_id }) => boats.has(unit_id)));
      return atSeaM === 0 ? measures(trips).distance(sum(trips)) : goneText({ metres: sum(trips), atSeaM }, format);
    },
    [boats, format, measures],
  );
}

/** How far was gone each day, so that the days add up to the sum below them; nothing where some of them stand on another page. */
export function useDayDistances(groups: readonly DayGroup[]): ReadonlyMap<string, string> {
  const format = useFormat();
  const boats = use(Boats);
  return useMemo(() => {
    const part = (isAtSea: boolean): ReadonlyMap<string, number> =>
      daysTogether(
        groups.map((group) => ({ ...group, trips: group.trips.filter(({ unit_id }) => boats.has(unit_id) === isAtSea) })),
        shownStepM(isAtSea ? 'boat' : 'vehicle'),
      );
    const [sea, land] = [part(true), part(false)];
    return new Map(
      groups.map(({ day }) => {
        const [atSeaM, byLandM] = [sea.get(day) ?? 0, land.get(day) ?? 0];
        return [day, goneText({ metres: atSeaM + byLandM, atSeaM }, format)];
      }),
    );
  }, [groups, boats, format]);
}
