import type { CheckIn } from '@spora/contract/drivers/endpoints';
import type { ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.tsx';
import type { Send } from '../../lib/send.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import styles from './drivers.module.css';

/** What a driver is checked in to beside this unit, and may be checked out of. */
export const elsewhereOf = (
  checkIns: readonly CheckIn[] | undefined,
  { driverId, imei, unitId }: { driverId: number; imei?: string; unitId?: number },
): readonly CheckIn[] =>
  checkIns?.filter(
    (row) => row.driver.id === driverId && row.imei !== null && row.can.check_out && row.imei !== imei && row.unit_id !== unitId,
  ) ?? [];

/**
 * DRV-001: what a driver is checked in to besides. One drives one vehicle at a time, so it ends with the new check-in, unless one says that
 * it goes on, as of a lorry and its trailer.
 */
export function Elsewhere(props: {
  rows: readonly CheckIn[];
  isOwn: boolean;
  /** Units of check-ins that go on. */
  staying: readonly number[];
  onStaying: (unitIds: readonly number[]) => void;
}): ReactNode {
  const { rows, isOwn, staying, onStaying } = props;
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <div className={styles['elsewhere']}>
      {rows.map((row) => (
        <CheckBox
          key={row.unit_id}
          label={t('CheckOutOf', { unit: row.unit_name })}
          help={isOwn ? t('CheckInElsewhereOwn') : t('CheckInElsewhere', { name: row.driver.name })}
          checked={!staying.includes(row.unit_id)}
          onChange={(isOn) => onStaying(isOn ? staying.filter((id) => id !== row.unit_id) : [...staying, row.unit_id])}
        />
      ))}
    </div>
  );
}

/** Ends these check-ins. */
export async function leaveThem(send: Send, rows: readonly CheckIn[]): Promise<void> {
  for (const { imei, driver } of rows)
    if (imei !== null) await call(send, 'drivers.check-out', { body: { imei, driver_id: driver.id } });
}
