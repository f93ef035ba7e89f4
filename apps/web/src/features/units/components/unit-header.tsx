import type { UnitDetails } from '@spora/contract/units/endpoints';
import { isWatercraft } from '@spora/contract/units/values';
import type { ReactNode } from 'react';
import { ageText, useNow } from '../../../lib/age.ts';
import { useT } from '../../../lib/i18n.tsx';
import { stateText } from '../../../lib/kind-texts.ts';
import { StateMark } from '../../../map/state-mark.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { cx } from '../../../ui/cx.ts';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { ActionMenu, type MenuChoice } from '../../../ui/menu.tsx';
import { PendingNote } from '../../commands/public/pending-note.tsx';
import { useTheftOffer, useTheftOn } from '../../modes/public/use-theft-offer.ts';
import { tabsOf, takesCommands } from '../form-model.ts';
import { UnitMark } from '../../../map/unit-mark.tsx';
import styles from './unit-page.module.css';

export type UnitAction = 'replace' | 'change-car' | 'retire' | 'theft';

/** Which unit it is, how it is, and what can be done with the whole of it. */
export function UnitHeader(props: {
  unit: UnitDetails;
  onAction: (action: UnitAction) => void;
  backLink: ReactNode;
  /** MODE-010: to where theft mode is. */
  onTheft?: () => void;
  /** What else can be done at once. */
  beside?: ReactNode;
}): ReactNode {
  const { unit } = props;
  const t = useT();
  const now = useNow();
  const offersTheft = useTheftOffer((['mode', 'theft'] as const).every((tab) => tabsOf(unit).includes(tab)) ? unit.imei : null);
  const isTheftOn = useTheftOn(tabsOf(unit).includes('mode') ? unit.imei : null);
  const choices: (MenuChoice & { readonly id: UnitAction })[] = [
    ...(unit.can.replace
      ? [
          { id: 'replace', label: t('UnitReplace'), icon: 'refresh' } as const,
          { id: 'change-car', label: t('UnitChangeCar', { kind: unit.kind }), icon: 'arrow' } as const,
        ]
      : []),
    ...(offersTheft ? [{ id: 'theft', label: t('TheftModeStart'), icon: 'alert' } as const] : []),
    ...(unit.can.retire ? [{ id: 'retire', label: t('UnitRetire'), icon: 'close' } as const] : []),
  ];
  const isWaiting = unit.last_contact_at === null && unit.locked_by === null && !unit.in_private_use;
  return (
    <div className={styles['header']}>
      <div className={styles['back']}>{props.backLink}</div>
      <div className={styles['who']}>
        <UnitMark colour={unit.colour} symbol={unit.marker_symbol} size={44} />
        <div className={styles['names']}>
          <h2 className={styles['unitName']}>
            {unit.name}
            {unit.registration_number && <span className={styles['plate']}>{unit.registration_number}</span>}
          </h2>
          <p className={styles['status']}>
            {unit.locked_by !== null && (
              <span className={styles['mark']}>
                <Icon name="lock" size={16} />
                {t('UnitLockedBy', { name: unit.locked_by })}
              </span>
            )}
            {isTheftOn && (
              <button type="button" className={styles['theft']} onClick={props.onTheft}>
                <StateMark state="theft" size={16} />
                {t('TheftModeOn')}
              </button>
            )}
            {/* One thing: what it did, and when it said so. */}
            {(unit.state !== null || unit.last_contact_at !== null) && (
              <span className={cx(styles['mark'], styles['state'])}>
                {unit.state !== null && (
                  <>
                    <StateMark state={unit.state} size={16} isBoat={isWatercraft(unit.kind)} />
                    {stateText(unit.state, unit.kind, t)}
                  </>
                )}
                {unit.last_contact_at !== null && (
                  <time dateTime={unit.last_contact_at}>{`${t('LastContact')} ${ageText(unit.last_contact_at, now, t)}`}</time>
                )}
              </span>
            )}
            {unit.in_private_use && <span className={styles['mark']}>{t('NoPosition-private')}</span>}
            {isWaiting && <span role="status">{t('UnitWaiting')}</span>}
            {unit.imei !== null && unit.can.edit_looks && takesCommands(unit) && <PendingNote imei={unit.imei} />}
          </p>
        </div>
        <div className={styles['acts']}>
          {choices.length > 0 && (
            <ActionMenu
              label={t('UnitActions')}
              trigger={
                <MenuButton look="plain">
                  {t('UnitActions')}
                  <Icon name="chevron-down" size={16} />
                </MenuButton>
              }
              groups={[
                {
                  choices,
                  onChoose: (id) => {
                    const chosen = choices.find((choice) => choice.id === id);
                    if (chosen) props.onAction(chosen.id);
                  },
                },
              ]}
            />
          )}
          {props.beside}
        </div>{' '}
      </div>
    </div>
  );
}
