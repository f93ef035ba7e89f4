import type { AlarmClass, AlarmKind } from '@spora/contract/alarms/kinds';
import type { UnitAlarmSettings } from '@spora/contract/alarms/unit-settings';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useIsBoat } from '../../../lib/unit-measures.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Section } from '../../../ui/section.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import styles from '../receivers/receivers.module.css';

/** ALARM-042, API-110: which alarms a unit raises; each switch is saved at once, and flips back where that fails. */
export function UnitAlarms({ imei }: { imei: string }): ReactNode {
  const t = useT();
  const query = useQuery(endpointQuery(useSend(), 'alarms.unit-settings', { params: { imei } }));
  return (
    <Section title={t('UnitAlarms')}>
      <Loaded query={query} isPart>
        {(settings) => (
          <div className={styles['form']}>
            <p className={styles['soft']}>{t('UnitAlarmsLead')}</p>
            <Kinds imei={imei} settings={settings} alarmClass="security" title={t('SecurityAlarms')} />
            <Kinds imei={imei} settings={settings} alarmClass="function" title={t('FunctionAlarms')} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function Kinds(props: { imei: string; settings: UnitAlarmSettings; alarmClass: AlarmClass; title: string }): ReactNode {
  const { imei, settings, alarmClass, title } = props;
  const t = useT();
  const send = useSend();
  const client = useQueryClient();
  const toasts = useToasts();
  const errors = useErrorText();
  const key = endpointQuery(send, 'alarms.unit-settings', { params: { imei } }).queryKey;
  const save = useMutation({
    mutationFn: (change: { kind: AlarmKind; is_on: boolean }) =>
      call(send, 'alarms.set-unit-settings', { params: { imei }, body: { kinds: [change] } }),
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: (failure) => toasts.show({ text: errors.text(failure), tone: 'danger' }),
  });
  const isBoat = useIsBoat();
  // Boats have no inspection.
  const nameOf = (kind: AlarmKind): string => t(isBoat && kind === 'service-due' ? 'AlarmDue_service' : `AlarmKind_${kind}`);
  const needs = (kind: AlarmKind): string | null => {
    if (kind === 'over-speed' && settings.speed_limit_kmh === null)
      return t('UnitAlarmNeedsLimit', { tab: t(isBoat ? 'UnitTabTrips' : 'UnitTab-trip-log') });
    if (kind === 'over-use' && !settings.has_working_hours) return t('UnitAlarmNeedsHours');
    return null;
  };
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles['rows']} aria-label={title}>
        {settings.kinds
          .filter((each) => each.class === alarmClass)
          .map(({ kind, is_on }) => {
            const isChanging = save.isPending && save.variables.kind === kind;
            const need = needs(kind);
            return (
              <li key={kind} className={styles['rowOfUnit']}>
                <span className={styles['who']}>
                  {nameOf(kind)}
                  {need !== null && <span className={styles['soft']}>{need}</span>}
                </span>
                <Switch
                  label={nameOf(kind)}
                  isLabelHidden
                  isOn={isChanging ? save.variables.is_on : is_on}
                  isDisabled={!settings.can.edit || save.isPending}
                  onChange={(isOn) => save.mutate({ kind, is_on: isOn })}
                />
              </li>
            );
          })}
      </ul>
    </>
  );
}
