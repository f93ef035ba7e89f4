import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { OfferedAction } from '../../../ui/offered-action.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useZoneWrite } from '../queries.ts';
import { DEVICE_TONES, useZoneTexts } from '../use-zone-texts.ts';
import styles from './circle.module.css';

/** While the unit is yet to answer, it is asked for so often. */
const LOOK_AGAIN_MS = 5_000;

/** MAP-012, MAP-013: guards a unit where it is, and no longer. Nothing where the user may do neither. */
export function ArmUnit({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const texts = useZoneTexts();
  const errors = useErrorText();
  const toasts = useToasts();
  const armed = useQuery({
    ...endpointQuery(useSend(), 'zones.armed', { params: { imei } }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.geofence?.device.state === 'waiting' ? LOOK_AGAIN_MS : false),
  });
  const write = useZoneWrite<boolean, unknown>((send, isOn) =>
    isOn ? call(send, 'zones.arm', { body: { imei } }) : call(send, 'zones.disarm', { body: { imei } }),
  );
  const zone = armed.data?.geofence ?? null;
  if (!armed.data || (!zone && !armed.data.can.arm)) return null;
  const press = (isOn: boolean): void =>
    write.mutate(isOn, {
      onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
      onSuccess: () => isOn || toasts.show({ text: t('ArmOff') }),
    });
  return (
    <div className={styles['arm']}>
      {zone && (
        <Badge tone={DEVICE_TONES[zone.device.state]}>{t('ArmIsOn', { radius: zone.radius, state: texts.device(zone) })}</Badge>
      )}
      {armed.data.can.arm && (
        <OfferedAction
          id="arm"
          icon="bell"
          label={t(zone ? 'Disarm' : 'ArmHere')}
          title={zone ? undefined : t('ArmHelp')}
          isBusy={write.isPending}
          onPress={() => press(!zone)}
        />
      )}
    </div>
  );
}
