import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSend } from '../../lib/send-context.tsx';
import type { MapPin } from '../../map/shapes.ts';
import { unitPlacesQuery } from './queries.ts';

const NO_UNITS: readonly MapPin[] = [];
/** So many units are named in a line. */
const NAMED_MAX = 3;

/** What units tell now, as far as it is told; undefined until that is known. */
export function useLiveUnits(imeis: readonly string[]) {
  return useQuery({ ...unitPlacesQuery(useSend(), imeis), enabled: imeis.length > 0, retry: false }).data?.units;
}

/** Where units are now, as far as it is told. */
export function useUnitPlaces(imeis: readonly string[]): readonly MapPin[] {
  const places = useQuery({ ...unitPlacesQuery(useSend(), imeis), enabled: imeis.length > 0, retry: false });
  const known = imeis.length > 0 ? places.data?.units : undefined;
  return useMemo(
    () =>
      known?.flatMap(({ id, name, position }) =>
        position ? [{ id: String(id), label: name, lat: position.lat, lng: position.lng, kind: 'place' as const }] : [],
      ) ?? NO_UNITS,
    [known],
  );
}

/** The first of the names, and how many more there are. */
export const namedUpTo = (names: readonly string[]): string =>
  names.length > NAMED_MAX ? `${names.slice(0, NAMED_MAX).join(', ')} +${names.length - NAMED_MAX}` : names.join(', ');
