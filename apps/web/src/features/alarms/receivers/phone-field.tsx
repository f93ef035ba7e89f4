import { DIAL_CODES, TRUNK_ZERO } from '@spora/contract/alarms/dial-codes';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { receiverPhoneFault } from '@spora/contract/alarms/receiver-phone';
import { useMemo, useState, type ReactNode } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { phoneText } from '../../../lib/phone-text.ts';
import type { FormFaults } from '../../../lib/use-draft-form.ts';
import { Button } from '../../../ui/button.tsx';
import { PickField } from '../../../ui/pick-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { splitPhone } from './model.ts';
import styles from './receivers.module.css';

/** ALARM-015: the country code, Sweden first and found by typing its name or number, and the number after it. */
export function PhoneField(props: {
  dialCode: string;
  phone: string;
  onDialCode: (code: string) => void;
  onPhone: (phone: string) => void;
  error: string | null;
}): ReactNode {
  const t = useT();
  const { language } = useLanguage();
  // A number that is not whole yet is told once the field is left.
  const [isLeft, setLeft] = useState(false);
  const national = props.phone.trim();
  const found = national === '' ? null : receiverPhoneFault({ dialCode: props.dialCode, national });
  const offered = withoutZero(props.dialCode, national);
  // That it begins wrongly no further digit mends, so it is told at once; that it is short is told when the field is left.
  const fault = isLeft || (found === 'ReceiverPhonePrefix' && offered !== null) ? found : null;
  const options = useMemo(() => dialOptions(LANGUAGE_FACTS[language].locale), [language]);
  // Countries that share a code are one choice with a name each; the first is shown.
  const chosen = options.find(({ code }) => code === props.dialCode)?.value ?? '';
  return (
    <div className={styles['phone']}>
      <PickField
        label={t('ReceiverDial')}
        value={chosen}
        options={options}
        onChange={(value) => props.onDialCode(options.find((option) => option.value === value)?.code ?? '')}
      />
      <TextField
        label={t('PhoneNumber')}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={25}
        value={props.phone}
        onChange={({ target }) => {
          const whole = splitPhone(target.value);
          if (whole) props.onDialCode(whole.code);
          props.onPhone(whole?.national ?? target.value);
        }}
        onBlur={() => setLeft(true)}
        help={offered === null && TRUNK_ZERO.has(props.dialCode) && t('ReceiverPhoneZero')}
        error={props.error ?? (fault && t(fault))}
      />
      {offered !== null && (
        <div className={styles['offered']}>
          <Button isSmall onClick={() => props.onPhone(offered)}>
            {t('ReceiverPhoneUse', { phone: phoneText(props.dialCode + offered) })}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * ALARM-018: what keeps the form from being saved, the first of it, for beside the button that is off; of a number that only has to lose its
 * zero the press that mends it. The field itself may be out of sight. Nothing where nothing does.
 */
export function NotSavedYet(props: {
  faults: FormFaults;
  dialCode: string;
  phone: string;
  onPhone: (phone: string) => void;
}): ReactNode {
  const t = useT();
  const first = Object.values(props.faults).find(Boolean);
  const isPhone = first !== undefined && first === props.faults['phone'];
  const offered = isPhone ? withoutZero(props.dialCode, props.phone) : null;
  // How half a number begins says little of the whole.
  const inFull = isPhone && first === 'ReceiverPhonePrefix' ? 'ReceiverPhoneShort' : first;
  const why = offered === null ? inFull : 'ReceiverPhoneNoZero';
  return (
    <div className={styles['notYet']} aria-live="polite">
      {why && <span className={styles['soft']}>{t('ReceiverNotSavedYet', { why: t(why as 'SpecifyName') })}</span>}
      {offered !== null && (
        <Button isSmall onClick={() => props.onPhone(offered)}>
          {t('ReceiverPhoneDropZero')}
        </Button>
      )}
    </div>
  );
}

/**
 * DEC-05: what a number is that was typed as it is dialled within its country, without its first zero; null of one without, and of one
 * that would not be fit then.
 */
function withoutZero(dialCode: string, national: string): string | null {
  const digits = national.replace(/\D/g, '');
  if (!TRUNK_ZERO.has(dialCode) || !digits.startsWith('0') || digits.startsWith('00')) return null;
  const rest = digits.slice(1);
  return receiverPhoneFault({ dialCode, national: rest }) === null ? rest : null;
}

const dialOptions = (locale: string): { value: string; label: string; code: string }[] => {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  return DIAL_CODES.map(([country, code]) => ({ value: country, code, label: `${names.of(country) ?? country} +${code}` }));
};
