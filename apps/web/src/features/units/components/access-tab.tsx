import type { UnitDetails } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import { useState, type ReactNode } from 'react';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useUnitChange } from '../queries.ts';
import { LockDialog } from './lock-dialog.tsx';
import { LockLog } from './lock-log.tsx';
import { Section } from '../../../ui/section.tsx';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

/** Who sees the unit, whether it is a private car, and its lock. */
export function AccessTab(props: { unit: UnitDetails; imei: string }): ReactNode {
  const { unit, imei } = props;
  const t = useT();
  return (
    <div className={frame['sections']}>
      <Section title={t('UnitLock')}>
        <Lock unit={unit} imei={imei} />
      </Section>
      {(!isWatercraft(unit.kind) || unit.is_benefit_car) && (
        <Section title={t('UnitBenefit')}>
          <BenefitCar unit={unit} imei={imei} />
        </Section>
      )}
      <Section title={t('UnitUsers')}>
        {unit.users.length === 0 ? (
          <p className={frame['soft']}>{t('UnitUsersNone')}</p>
        ) : (
          <ul className={styles['people']}>
            {unit.users.map((user) => (
              <li key={user.id}>
                <Icon name="user" size={16} />
                {user.full_name}
              </li>
            ))}
          </ul>
        )}
        <p className={frame['soft']}>{unit.locked_by === null ? t('UnitUsersAdmins') : t('UnitUsersLocked')}</p>
      </Section>
      <LockLog imei={imei} />
    </div>
  );
}

function Lock({ unit, imei }: { unit: UnitDetails; imei: string }): ReactNode {
  const t = useT();
  const format = useFormat();
  const [opened, setOpened] = useState<'lock' | 'unlock' | null>(null);
  return (
    <div className={frame['form']}>
      {unit.locked_by === null ? (
        <p>{t('UnitLockText')}</p>
      ) : (
        <Banner tone="warning">
          {t('UnitLockedSince', { name: unit.locked_by, time: unit.locked_at ? format.dateTime(unit.locked_at) : '' })}
        </Banner>
      )}
      {unit.locked_by !== null && !unit.can.unlock && <p className={frame['soft']}>{t('OnlyLockerUnlocks')}</p>}
      {unit.can.lock && (
        <div>
          <Button icon="lock" onClick={() => setOpened('lock')}>
            {t('UnitLockDo')}
          </Button>
        </div>
      )}
      {unit.can.unlock && (
        <div>
          <Button onClick={() => setOpened('unlock')}>{t('UnitUnlockDo')}</Button>
        </div>
      )}
      {opened && <LockDialog unit={unit} imei={imei} action={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}

/** LOCK-004: a locked unit stays what it is until it is unlocked. */
function BenefitCar({ unit, imei }: { unit: UnitDetails; imei: string }): ReactNode {
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const change = useUnitChange((send, is_benefit_car: boolean) =>
    call(send, 'units.update', { params: { imei }, body: { is_benefit_car } }),
  );
  const fuel = useUnitChange((send, has_fuel_benefit: boolean) =>
    call(send, 'units.update', { params: { imei }, body: { has_fuel_benefit } }),
  );
  const mustUnlock = unit.locked_by !== null && unit.is_benefit_car;
  return (
    <div className={frame['form']}>
      <Switch
        label={t('UnitBenefitCar')}
        isOn={change.isPending ? change.variables : unit.is_benefit_car}
        isDisabled={!unit.can.edit_all || mustUnlock || change.isPending}
        onChange={(isOn) =>
          change.mutate(isOn, {
            onSuccess: () => toasts.show({ text: t('Saved') }),
            onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
          })
        }
      />
      <p className={frame['soft']}>{mustUnlock ? t('UnlockFirst') : t('UnitBenefitHelp')}</p>
      {unit.is_benefit_car && (
        <>
          <Switch
            label={t('UnitFuelBenefit')}
            isOn={fuel.isPending ? fuel.variables : unit.has_fuel_benefit}
            isDisabled={!unit.can.edit_all || fuel.isPending}
            onChange={(isOn) =>
              fuel.mutate(isOn, {
                onSuccess: () => toasts.show({ text: t('Saved') }),
                onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
              })
            }
          />
          <p className={frame['soft']}>{t('UnitFuelBenefitHelp')}</p>
        </>
      )}
    </div>
  );
}
