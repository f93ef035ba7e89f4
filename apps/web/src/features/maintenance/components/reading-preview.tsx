import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import frame from '../../../ui/section.module.css';
import styles from './readings.module.css';

/** UNIT-022: what is shown before a reading and after it, and by how much they differ; what is odd is confirmed before it is saved. */
export function ReadingPreview(props: {
  /** Null: nobody knows. */
  before: number | null;
  after: number;
  /** Read off now, or at a time that has been. */
  isNow: boolean;
  text: (value: number) => string;
  /** By how much the two differ as they are shown. */
  stepOf: (before: number, after: number) => number;
  stepText: (step: number) => string;
  warnings: readonly string[];
  /** An earlier reading that may be the wrong one of the two. */
  doubted?: { readonly id: number; readonly value: number; readonly time: string } | undefined;
  /** The reading that is being taken back. */
  takingBack: number | null;
  onTakeBack: (id: number) => void;
  isBusy: boolean;
  onBack: () => void;
  onSave: (confirmed: boolean) => void;
  children?: ReactNode;
}): ReactNode {
  const { before, after, warnings, doubted } = props;
  const t = useT();
  const format = useFormat();
  const [isConfirmed, setConfirmed] = useState(false);
  const isOdd = warnings.length > 0;
  const step = before === null ? null : props.stepOf(before, after);
  return (
    <div className={styles['preview']} role="group" aria-label={t('ReadingPreviewTitle')}>
      <dl className={styles['step']}>
        <div>
          <dt>{props.isNow ? t('ReadingShownNow') : t('ReadingShownThen')}</dt>
          <dd>{before === null ? t('ReadingUnknown') : props.text(before)}</dd>
        </div>
        <div>
          <dt>{t('ReadingShownAfter')}</dt>
          <dd className={styles['after']}>
            <Icon name="arrow" size={16} />
            {props.text(after)}
          </dd>
        </div>
        {step !== null && (
          <div>
            <dt>{t('ReadingStep')}</dt>
            <dd>{`${step > 0 ? '+' : step < 0 ? '\u2212' : ''}${props.stepText(Math.abs(step))}`}</dd>
          </div>
        )}
      </dl>
      {before === null && <p className={frame['soft']}>{t('ReadingIsFirst')}</p>}
      {isOdd && (
        <Banner tone="warning">
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Banner>
      )}
      {isOdd && doubted && (
        <div className={styles['buttons']}>
          <span>
            <Unbroken>
              {t('ReadingTakeBackDoubt', { value: props.text(doubted.value), time: format.dateTime(doubted.time) })}
            </Unbroken>
          </span>
          <Button isSmall isBusy={props.takingBack === doubted.id} onClick={() => props.onTakeBack(doubted.id)}>
            {t('ReadingTakeBackLast')}
          </Button>
        </div>
      )}
      {props.children}
      {isOdd && <CheckBox label={t('ReadingConfirm')} checked={isConfirmed} onChange={setConfirmed} />}
      <div className={styles['buttons']}>
        <Button look="primary" disabled={isOdd && !isConfirmed} isBusy={props.isBusy} onClick={() => props.onSave(isConfirmed)}>
          {t('ReadingSave')}
        </Button>
        <Button onClick={props.onBack}>{t('ReadingBack')}</Button>
      </div>
    </div>
  );
}
