import { nameLettersLeft } from '@spora/contract/identity';
import { ACCOUNT_FIELD_MAX, REMAINING_HINT_MS } from '@spora/contract/limits';
import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { storedItem } from '../../../lib/storage.ts';
import { TextField } from '../../../ui/text-field.tsx';
import type { Wizard } from '../use-wizard.ts';
import { whatFits } from '../what-fits.ts';

const isCount = (value: unknown): value is number => Number.isInteger(value);
/** STORE-002: how many letters the names had left when they were last typed. */
const remainingAddChars = storedItem('remainingAddChars', 1, isCount);

/** WIZ-009, WIZ-010: together at most fifty letters; more are not taken. */
export function NameFields({ wizard }: { wizard: Wizard }): ReactNode {
  const t = useT();
  const { firstName, lastName } = wizard.values;
  const left = nameLettersLeft(firstName, lastName);
  const [changed, setChanged] = useState({ field: 'firstName', count: 0 });
  const [isHintShown, setHintShown] = useState(false);
  useEffect(() => {
    if (changed.count === 0) return undefined;
    const timer = setTimeout(() => setHintShown(false), REMAINING_HINT_MS);
    return () => clearTimeout(timer);
  }, [changed]);

  const namesWith = (field: string, text: string): [first: string, last: string] =>
    field === 'firstName' ? [text, lastName] : [firstName, text];
  const change = (field: 'firstName' | 'lastName', typed: string): void => {
    const before = field === 'firstName' ? firstName : lastName;
    const fitting = whatFits(before, typed, (text) => nameLettersLeft(...namesWith(field, text)) < 0);
    const [first, last] = namesWith(field, fitting);
    const next = { firstName: first, lastName: last };
    wizard.change(next);
    remainingAddChars.write(nameLettersLeft(next.firstName, next.lastName));
    setChanged({ field, count: changed.count + 1 });
    setHintShown(true);
  };
  const hintOf = (field: string): ReactNode => {
    if (!isHintShown || changed.field !== field || left >= ACCOUNT_FIELD_MAX) return null;
    return <span role="status">{left > 0 ? t('NameCharsLeft', { count: left }) : t('NameNoCharsLeft')}</span>;
  };
  return (
    <>
      <TextField
        data-first
        label={t('FirstNameLabel')}
        name="firstName"
        autoComplete="given-name"
        required
        value={firstName}
        error={wizard.errorOf('firstName')}
        onChange={(event) => change('firstName', event.target.value)}
        help={hintOf('firstName')}
      />
      <TextField
        label={t('LastNameLabel')}
        name="lastName"
        autoComplete="family-name"
        required
        value={lastName}
        error={wizard.errorOf('lastName')}
        onChange={(event) => change('lastName', event.target.value)}
        help={hintOf('lastName')}
      />
    </>
  );
}
