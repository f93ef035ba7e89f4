import type { CheckIn } from '@spora/contract/drivers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState, type ReactNode } from 'react';
import { useNow } from '../../../lib/age.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import { CheckInDialog } from './check-in-dialog.tsx';
import { CheckOutDialog } from '../checked-in-tab.tsx';
import { checkInsQuery } from '../queries.ts';
import { toldNearMoment } from '../told-moment.ts';
import styles from '../drivers.module.css';

/**
 * DRV-001: who is checked in on a unit and since when, with the way in and out. Nothing before the server has said who may. Who checks in
 * only oneself begins and ends a day with it: a button in sight, where whoever looks after all of them has it among the other actions.
 */
export function UnitCheckIn(props: {
  unitId: number;
  imei: string;
  unitName: string;
  /** Beside buttons of the usual size: as large as they. */
  isSmall?: boolean;
}): ReactNode {
  const { isSmall = true } = props;
  const t = useT();
  const format = useFormat();
  const [isComing, setComing] = useState(false);
  // Who leaves is kept: the list is without them before the check-out is told.
  const [leaving, setLeaving] = useState<CheckIn | null>(null);
  const now = useNow();
  // Others check in meanwhile: what was kept from the visit before is asked for again.
  const { data } = useQuery({ ...checkInsQuery(useSend()), staleTime: 0 });
  if (!data) return null;
  const current = data.check_ins.find(({ unit_id }) => unit_id === props.unitId);
  const mayCheckIn = !current?.is_own || data.can.check_in_others;
  const Action = data.can.check_in_others ? OfferedAction : OwnAction;
  return (
    <div className={styles['unitCheckIn']}>
      {current && (
        <p className={styles['unitDriver']}>
          <Icon name="user" size={16} />
          <span>
            <Unbroken>
              {current.is_own
                ? t('UnitCheckedInOwn', { time: toldNearMoment(current.since, now, { t, format }) })
                : t('UnitCheckedIn', { name: current.driver.name, time: toldNearMoment(current.since, now, { t, format }) })}
            </Unbroken>
          </span>
        </p>
      )}
      <div className={styles['rowEnds']}>
        {mayCheckIn && (
          <Action id="check-in" icon="user" isSmall={isSmall} label={t('CheckIn')} onPress={() => setComing(true)} />
        )}
        {current?.can.check_out && (
          <Action id="check-out" icon="sign-out" isSmall={isSmall} label={t('CheckOut')} onPress={() => setLeaving(current)} />
        )}
      </div>
      {isComing && <CheckInDialog target={{ imei: props.imei, unitName: props.unitName }} onClose={() => setComing(false)} />}
      {leaving && <CheckOutDialog row={{ ...leaving, imei: props.imei }} onClose={() => setLeaving(null)} />}
    </div>
  );
}

function OwnAction({ icon, label, isSmall = true, onPress }: ComponentProps<typeof OfferedAction>): ReactNode {
  return (
    <Button isSmall={isSmall} icon={icon} isWrite onClick={onPress}>
      {label}
    </Button>
  );
}
