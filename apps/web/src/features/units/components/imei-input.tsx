import { imeiHasLuhn } from '@spora/contract/identity';
import { IMEI_LENGTH } from '@spora/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { endpointQuery } from '../../../lib/endpoint-query.ts';
import { isOneTooMany } from '../../../lib/full-imei.ts';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useSend } from '../../../lib/send-context.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './unit-page.module.css';

export const cleanImei = (text: string): string => text.replace(/\D/g, '').slice(0, IMEI_LENGTH);
export const isWholeImei = (imei: string): boolean => imei.length === IMEI_LENGTH;

/** UNIT-009: asks the server whether the tracker can be had as soon as all digits stand there. */
export function ImeiInput(props: {
  label: string;
  name: string;
  value: string;
  onChange: (imei: string) => void;
  error: string | null;
  isFirst?: boolean;
}): ReactNode {
  const { value } = props;
  const t = useT();
  const errors = useErrorText();
  const check = useQuery({
    ...endpointQuery(useSend(), 'units.validate-imei', { query: { imei: value } }),
    enabled: isWholeImei(value),
    retry: false,
  });
  const isChecking = isWholeImei(value) && check.isFetching;
  const found = isWholeImei(value) && !check.isFetching && check.error ? errors.text(check.error) : null;
  const fault = props.error ?? found;
  // Digits that do not fit together tell more than that nobody has a unit of that number.
  const isMistyped = isWholeImei(value) && !imeiHasLuhn(value);
  // A number that is taken is taken, whatever its digits.
  const isTaken = check.error instanceof ApiError && check.error.errors === 'ImeiInUse';
  const error = fault && isMistyped && !isTaken ? t('ImeiCheckDigit') : fault;
  const isFree = isWholeImei(value) && check.isSuccess && !props.error;
  return (
    <TextField
      label={props.label}
      name={props.name}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      autoFocus={props.isFirst}
      value={value}
      onChange={({ target }) => {
        // A full number stays as it is; the last digit of it must not fall out unseen.
        if (!isOneTooMany(value, target.value)) props.onChange(cleanImei(target.value));
      }}
      error={error}
      trailing={isFree ? <Icon name="check" className={styles['free']} /> : undefined}
      help={
        <span role="status">
          {isChecking
            ? t('UnitImeiChecking')
            : isFree
              ? t('UnitImeiFree')
              : isMistyped && !error
                ? t('ImeiCheckDigit')
                : t('ImeiDigits', { used: value.length, max: IMEI_LENGTH })}
        </span>
      }
    />
  );
}
