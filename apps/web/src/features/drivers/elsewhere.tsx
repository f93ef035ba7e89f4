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

/** DRV-001: a check-in ends no other one of its driver, who may drive a lorry and its trailer: it is said, and ended where that is meant. */
export function Elsewhere(props: {
  rows: readonly CheckIn[];
  isOwn: boolean;
  leaving: readonly number[];
  onLeaving: (unitIds: readonly number[]) => void;
}): ReactNode {
  const { rows, isOwn, leaving, onLeaving } = props;
  const t = useT();
  if (rows.length === 0) return null;
  return (
    <div className={styles['elsewhere']}>
      {rows.map((row) => (
        <CheckBox
          key={row.unit_id}
          label={t('CheckOutOf', { unit: row.unit_name })}
          help={isOwn ? t('CheckInElsewhereOwn') : t('CheckInElsewhere', { name: row.driver.name })}
          checked={leaving.includes(row.unit_id)}
          onChange={(isOn) => onLeaving(isOn ? [...leaving, row.unit_id] : leaving.filter((id) => id !== row.unit_id))}
        />
      ))}
    </div>
  );
}

/** Ends the check-ins that were ticked. */
export async function leaveThem(send: Send, rows: readonly CheckIn[], leaving: readonly number[]): Promise<void> {
  for (const { unit_id, imei, driver } of rows)
    if (leaving.includes(unit_id) && imei !== null)
      await call(send, 'drivers.check-out', { body: { imei, driver_id: driver.id } });
}
