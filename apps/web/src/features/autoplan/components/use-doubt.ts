import type { AutoplanUnit } from '@spora/contract/autoplan/endpoints';
import { useFormat, useT } from '../../../lib/i18n.tsx';

/** AUTO-006: what is to be looked at of an odometer, in words; null for nothing. */
export function useDoubt(): (unit: AutoplanUnit) => string | null {
  const t = useT();
  const format = useFormat();
  return ({ doubt, last_odometer_km: last, odometer_end_km: end }) => {
    if (doubt === null) return null;
    if (doubt === 'jumped') return t('AutoplanDoubt-jumped');
    return last !== null && end !== null && end < last
      ? t('AutoplanDoubt-fell', { km: format.number(last) })
      : t('AutoplanDoubt-fell-alone');
  };
}
