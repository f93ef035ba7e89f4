import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { nearMoment } from '../../../lib/near-moment.ts';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { zonesQuery } from '../queries.ts';
import styles from './circle.module.css';

/** MAP-013: that a unit is guarded where it was armed and since when, or that it has left; nothing of any other. */
export function ArmedBadge({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { data } = useQuery(zonesQuery(useSend()));
  const zone = data?.geofences.find((each) => each.is_armed && each.is_active && each.imeis.includes(imei));
  if (!zone) return null;
  const at = (instant: string): string => nearMoment(instant, now, { t, format });
  return (
    <span className={styles['badge']}>
      {zone.last_event?.direction === 'left' ? (
        <Badge tone="danger">{t('ArmLeft', { time: at(zone.last_event.at) })}</Badge>
      ) : (
        <Badge tone="success">
          {zone.armed_since === null ? t('ArmIsOn') : t('ArmIsOnSince', { time: at(zone.armed_since) })}
        </Badge>
      )}
    </span>
  );
}
