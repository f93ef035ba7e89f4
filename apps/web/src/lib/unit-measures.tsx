import { isWatercraft, type UnitKind } from '@spora/contract/units/values';
import { createContext, use, useCallback, useMemo, type ReactNode } from 'react';
import { useFormat } from './i18n.tsx';
import { measuresOf, type Measures } from './measures.ts';

const Kind = createContext<UnitKind | null>(null);

/** What stands inside is about a unit of this kind. */
export const AboutUnit = (props: { kind: UnitKind | null; children: ReactNode }): ReactNode => (
  <Kind value={props.kind}>{props.children}</Kind>
);

/** The measures of the unit that the place is about. */
export function useUnitMeasures(): Measures {
  const format = useFormat();
  const kind = use(Kind);
  return useMemo(() => measuresOf(kind, format), [kind, format]);
}

/** Whether the place is about a boat: she lies where a car stands. */
export const useIsBoat = (): boolean => isWatercraft(use(Kind));

/** A reading or an interval that is entered and kept in kilometres: of a boat its own measure stands before them. */
export function useKeptKm(): (km: number, text: string) => string {
  const format = useFormat();
  const kind = use(Kind);
  return useCallback(
    (km, text) => (isWatercraft(kind) ? `${measuresOf(kind, format).odometer(km * 1000)} (${text})` : text),
    [kind, format],
  );
}
