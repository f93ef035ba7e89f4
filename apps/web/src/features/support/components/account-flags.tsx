import type { SupportAccount } from '@spora/contract/support/endpoints';
import { ZONE_RADIUS_M } from '@spora/contract/zones/rules';
import { useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChangedMeanwhile, meanwhileOf } from '../../../ui/changed-meanwhile.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useSupportWrite } from '../queries.ts';
import { Confirm } from './confirm.tsx';
import { withTheirs } from '../../../lib/with-theirs.ts';
import styles from '../support.module.css';

const FLAGS = ['car_schedule', 'safe_return_home', 'real_time_map'] as const;
const FLAG_TEXTS = {
  car_schedule: 'FlagCarSchedule',
  safe_return_home: 'FlagSafeReturnHome',
  real_time_map: 'FlagRealTimeMap',
} as const;

type Settings = Pick<SupportAccount, (typeof FLAGS)[number] | 'parent_id' | 'geofence_min_radius'>;
const settingsOf = ({ car_schedule, safe_return_home, real_time_map, parent_id, geofence_min_radius }: Settings): Settings => ({
  car_schedule,
  safe_return_home,
  real_time_map,
  parent_id,
  geofence_min_radius,
});

/** ADM-028: what the account has, and the account it belongs to. */
export function AccountFlags(props: { account: SupportAccount }): ReactNode {
  const { account } = props;
  const t = useT();
  const toasts = useToasts();
  const [radiusTyped, setRadiusTyped] = useState<string | null>(null);
  /** What the first of the fields that were touched began with. */
  const [began, setBegan] = useState<Settings | null>(null);
  const saved = began ?? settingsOf(account);
  const radius = radiusTyped ?? String(saved.geofence_min_radius);
  const isRadius =
    /^\d{1,4}$/.test(radius.trim()) && Number(radius) >= ZONE_RADIUS_M.minWhereAllowed && Number(radius) <= ZONE_RADIUS_M.min;
  const hasRadius = isRadius && Number(radius) !== saved.geofence_min_radius;
  const [typed, setTyped] = useState<Partial<Omit<Settings, 'geofence_min_radius'>>>({});
  const [isAsking, setAsking] = useState(false);
  const save = useSupportWrite('support.update-account');
  const changes = {
    ...(Object.fromEntries(
      Object.entries(typed).filter(([field, value]) => (saved as unknown as Record<string, unknown>)[field] !== value),
    ) as typeof typed),
    ...(hasRadius ? { geofence_min_radius: Number(radius) } : {}),
  };
  const changed = FLAGS.filter((flag) => changes[flag] !== undefined);
  const isDirty = Object.keys(changes).length > 0;
  const forget = (): void => {
    setTyped({});
    setRadiusTyped(null);
    setBegan(null);
    setAsking(false);
    save.reset();
  };
  const send = (isBlind: boolean): void => {
    const was = Object.fromEntries(Object.keys(changes).map((field) => [field, saved[field as keyof Settings]]));
    save.mutate(
      { params: { id: account.id }, body: isBlind ? changes : { ...changes, was } },
      {
        onSuccess: () => {
          toasts.show({ text: t('Saved') });
          forget();
        },
      },
    );
  };
  const stands = settingsOf(account);
  const onOff = (isOn: boolean): string => t(isOn ? 'UnitYes' : 'UnitNo');
  const theirs = meanwhileOf<Settings>(
    save.error,
    Object.fromEntries(Object.keys(changes).map((field) => [field, saved[field as keyof Settings]])),
    stands,
    {
      car_schedule: [t('FlagCarSchedule'), onOff(stands.car_schedule)],
      safe_return_home: [t('FlagSafeReturnHome'), onOff(stands.safe_return_home)],
      real_time_map: [t('FlagRealTimeMap'), onOff(stands.real_time_map)],
      parent_id: [t('ParentAccount'), stands.parent_id || '–'],
      geofence_min_radius: [t('LeastZoneRadius'), String(stands.geofence_min_radius)],
    },
  );
  const takeTheirs = (): void => {
    const taken = withTheirs<Settings>(saved, { ...saved, ...changes }, stands);
    const { geofence_min_radius: least, ...rest } = taken;
    setTyped(rest);
    setRadiusTyped(String(least));
    setBegan(stands);
    save.reset();
  };
  return (
    <div className={styles['form']}>
      {FLAGS.map((flag) => (
        <Switch
          key={flag}
          label={t(FLAG_TEXTS[flag])}
          isOn={typed[flag] ?? saved[flag]}
          onChange={(isOn) => {
            setBegan(saved);
            setTyped((now) => ({ ...now, [flag]: isOn }));
          }}
        />
      ))}
      <TextField
        label={t('ParentAccount')}
        help={t('ParentAccountHelp')}
        maxLength={50}
        value={typed.parent_id ?? saved.parent_id}
        onChange={(event) => {
          setBegan(saved);
          setTyped((now) => ({ ...now, parent_id: event.target.value.trim() }));
        }}
      />
      <TextField
        label={t('LeastZoneRadius')}
        help={t('LeastZoneRadiusHelp')}
        inputMode="numeric"
        maxLength={4}
        value={radius}
        onChange={(event) => {
          setBegan(saved);
          setRadiusTyped(event.target.value);
        }}
        error={isRadius ? null : t('ZoneLeastRadius')}
      />
      <div className={styles['ends']}>
        {isDirty && <span className={styles['soft']}>{t('NotSaved')}</span>}
        <Button look="primary" disabled={!isDirty || !isRadius} onClick={() => setAsking(true)}>
          {t('Save')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={t('ChangeAccountTitle', { name: account.name })}
          action={t('Save')}
          isBusy={save.isPending}
          failure={theirs ? null : save.error}
          meanwhile={theirs && <ChangedMeanwhile changes={theirs} onTakeTheirs={takeTheirs} onOverwrite={() => send(true)} />}
          onClose={() => setAsking(false)}
          onConfirm={() => send(false)}
        >
          <ul className={styles['bullets']}>
            {changed.map((flag) => (
              <li key={flag}>{t(changes[flag] ? 'TurnedOn' : 'TurnedOff', { what: t(FLAG_TEXTS[flag]) })}</li>
            ))}
            {hasRadius && <li>{t('LeastZoneRadiusBecomes', { metres: Number(radius) })}</li>}
            {changes.parent_id !== undefined && <li>{t('ParentBecomes', { id: changes.parent_id || '–' })}</li>}
          </ul>
          <p className={styles['soft']}>{t('CustomerSeesChange')}</p>
        </Confirm>
      )}
    </div>
  );
}
