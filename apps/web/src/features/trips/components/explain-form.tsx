import { ODOMETER_NOTE_MAX } from '@spora/contract/limits';
import type { OdometerExplanation } from '@spora/contract/trips/endpoints';
import { ODOMETER_REASONS } from '@spora/contract/trips/values';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { explanationValue } from '../fields.ts';
import styles from './odometer-gap.module.css';

/** Why the odometer of a trip differs: a reason, and words that only another reason needs. */
export function ExplainForm(props: {
  first: OdometerExplanation | null;
  onSave: (value: string) => void;
  onCancel: () => void;
}): ReactNode {
  const t = useT();
  const [reason, setReason] = useState<string>(props.first?.reason ?? '');
  const [note, setNote] = useState(props.first?.note ?? '');
  const [isAsked, setAsked] = useState(false);
  const chosen = ODOMETER_REASONS.find((each) => each === reason);
  const lacksNote = chosen === 'other' && note.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setAsked(true);
    if (chosen && !lacksNote) props.onSave(explanationValue({ reason: chosen, note: note.trim() }));
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <PickField
        label={t('OdometerReason')}
        value={reason}
        noneText={t('OdometerReasonNone')}
        options={ODOMETER_REASONS.map((value) => ({ value, label: t(`OdometerReason-${value}`) }))}
        error={isAsked && !chosen ? t('OdometerReasonMissing') : null}
        onChange={setReason}
      />
      <TextField
        label={t('OdometerNote')}
        value={note}
        maxLength={ODOMETER_NOTE_MAX}
        error={isAsked && lacksNote ? t('SpecifyOdometerNote') : null}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={styles['actions']}>
        <Button type="submit" isSmall look="primary">
          {t('SaveOdometerExplanation')}
        </Button>
        <Button isSmall look="quiet" onClick={props.onCancel}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
