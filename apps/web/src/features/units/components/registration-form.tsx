import type { UnitDetails } from '@spora/contract/units/endpoints';
import { KINDS_WITHOUT_PLATE } from '@spora/contract/units/values';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useNow } from '../../../lib/age.ts';
import { call } from '../../../lib/call.ts';
import { useErrorText, useFormat, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useRefusals } from '../../../lib/use-refusals.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { unitQuery, useUnitChange } from '../queries.ts';
import frame from '../../../ui/section.module.css';
import styles from './unit-page.module.css';

const asPlate = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** UNIT-004, DEC-65: changed by itself, at most twice in 24 hours; says when it can be changed again. */
export function RegistrationForm(props: { unit: UnitDetails; imei: string }): ReactNode {
  const { unit, imei } = props;
  const t = useT();
  const format = useFormat();
  const errors = useErrorText();
  const toasts = useToasts();
  const send = useSend();
  const client = useQueryClient();
  const now = useNow();
  const input = useRef<HTMLInputElement>(null);
  const saved = unit.registration_number ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? saved;
  // Numbers from before the rule may be stored with spaces: the same letters and digits are no change.
  const isDirty = asPlate(text) !== asPlate(saved);
  useUnsavedChanges(isDirty);
  const change = useUnitChange((by, registration_number: string) =>
    call(by, 'units.change-registration', { params: { imei }, body: { registration_number } }),
  );
  const from = unit.registration_change_from;
  const mustWait = from !== null && Date.parse(from) > now;
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isDirty || change.isPending) return;
    change.mutate(asPlate(text), {
      onSuccess: () => {
        setTyped(null);
        toasts.show({ text: t('UnitPlateSaved') });
      },
      onError: (error) => {
        input.current?.focus();
        // Somebody else has changed it meanwhile: the unit knows from when it can be changed again.
        if (error instanceof ApiError && error.errors === 'RegistrationChangedTwice')
          void client.invalidateQueries({ queryKey: unitQuery(send, imei).queryKey });
      },
    });
  };
  const refused = useRefusals(change.error, { registration_number: text });
  const isOfField = 'registration_number' in errors.fields(change.error);
  const told = isOfField ? (refused['registration_number'] ?? null) : change.error ? errors.text(change.error) : null;
  const mayBeEmpty = KINDS_WITHOUT_PLATE.includes(unit.kind);
  return (
    <form className={frame['form']} noValidate onSubmit={save}>
      <TextField
        ref={input}
        label={t('RegistrationNumber')}
        help={mayBeEmpty ? t('UnitPlateHelpOptional') : t('UnitPlateHelp')}
        name="registration_number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={text}
        disabled={!unit.can.change_registration || mustWait}
        onChange={(event) => setTyped(event.target.value)}
        error={change.isPending ? null : told}
      />
      {mustWait && from !== null && <Banner tone="information">{t('UnitPlateWait', { time: format.dateTime(from) })}</Banner>}
      {unit.can.change_registration && !mustWait && (
        <div className={styles['saveLine']}>
          <Button type="submit" isBusy={change.isPending} disabled={!isDirty}>
            {change.isPending ? t('Saving') : t('UnitPlateSave')}
          </Button>
        </div>
      )}
    </form>
  );
}
