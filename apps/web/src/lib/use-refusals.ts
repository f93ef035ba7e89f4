import { useState } from 'react';
import { useErrorText } from './i18n.tsx';

/**
 * What the server said of the fields of a form, in words, as long as they stand as they were refused: of one that was changed since, the
 * refusal says nothing any more. `form` has what stands in it by the server's names; what is not in it stays until something else is sent.
 */
export function useRefusals(error: unknown, form: object): Record<string, string> {
  const errors = useErrorText();
  const [failed, setFailed] = useState({ error, form });
  if (failed.error !== error) setFailed({ error, form });
  return Object.fromEntries(
    Object.entries(errors.fields(error)).filter(([field]) => isSame(valueAt(form, field), valueAt(failed.form, field))),
  );
}

/** What stands at a field, which may lie within a list: `rules.0.type`. */
const valueAt = (form: unknown, field: string): unknown =>
  field.split('.').reduce((within, name) => (within as Readonly<Record<string, unknown>> | null | undefined)?.[name], form);

/** Lists are made anew as they are read. */
const isSame = (a: unknown, b: unknown): boolean => a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
