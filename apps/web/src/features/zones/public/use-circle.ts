import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import type { RadiusLimits } from '../../../map/circle.ts';
import type { MapPoint } from '../../../map/shapes.ts';
import { addressAt, addressQuery } from '../../../lib/address-at.ts';

/** A circle as it stands in a form. */
export interface CircleForm {
  readonly lat: number | null;
  readonly lng: number | null;
  /** In metres, as typed. */
  readonly radius: string;
  readonly address: string;
  /** The address was typed and says nothing of the centre yet. */
  readonly isTyped: boolean;
}

export const EMPTY_CIRCLE: CircleForm = { lat: null, lng: null, radius: '300', address: '', isTyped: false };

export const centerOf = ({ lat, lng }: Pick<CircleForm, 'lat' | 'lng'>): MapPoint | null =>
  lat === null || lng === null ? null : { lat, lng };

/** Null while what was typed is no radius. */
export const radiusOf = ({ radius }: Pick<CircleForm, 'radius'>): number | null => (Number(radius) > 0 ? Number(radius) : null);

export interface Circle {
  readonly form: CircleForm;
  readonly limits: RadiusLimits;
  /** The address of a centre that was kept without one; shown in its place, and kept only when somebody touches it. */
  readonly foundAddress: string;
  readonly change: (part: Partial<CircleForm>) => void;
  /** Puts the centre somewhere and asks what the address is there. */
  readonly place: (point: MapPoint) => void;
  /** How often it was put somewhere by a field: the map goes there, also where the place is in sight. */
  readonly sought: number;
  readonly seek: () => void;
  /** What kept the address from being found, or null. */
  readonly lookupError: string | null;
  /** Says beside the address why nothing could be put there. */
  readonly tell: (problem: string) => void;
}

/** What fields and map of a circle do with it; both hold the same one, so that they are always in step. */
export function useCircle(parts: {
  form: CircleForm;
  limits: RadiusLimits;
  change: (part: Partial<CircleForm>) => void;
  /** Instead of the usual text when an address could not be looked up. */
  lookupFailedText?: string;
}): Circle {
  const { form, limits, change, lookupFailedText } = parts;
  const t = useT();
  const send = useSend();
  const [sought, setSought] = useState(0);
  const [lookupError, setLookupError] = useState<string | null>(null);
  // Only what was asked last counts.
  const asked = useRef(0);
  const [first] = useState(form);
  const isFirst = first.lat !== null && first.address === '' && form.lat === first.lat && form.lng === first.lng;
  const [isTouched, setTouched] = useState(false);
  const found = useQuery({
    ...addressQuery(send, { lat: first.lat ?? 0, lng: first.lng ?? 0 }),
    enabled: isFirst,
  });
  return {
    form,
    limits,
    foundAddress: isFirst && !isTouched && form.address === '' ? (found.data?.address ?? '') : '',
    sought,
    seek: () => setSought((before) => before + 1),
    lookupError,
    tell: setLookupError,
    change: (part) => {
      if (part.address !== undefined || part.lat !== undefined) {
        setTouched(true);
        asked.current += 1;
        setLookupError(null);
      }
      change(part);
    },
    place: (point) => {
      const turn = (asked.current += 1);
      change({ ...point, isTyped: false });
      setLookupError(null);
      addressAt(send, point)
        .then((address) => {
          if (turn === asked.current) change({ address: address ?? '', isTyped: false });
        })
        .catch(() => {
          if (turn !== asked.current) return;
          // That of where it was is not that of where it is.
          change({ address: '', isTyped: false });
          setLookupError(lookupFailedText ?? t('CircleLookupFailed'));
        });
    },
  };
}
