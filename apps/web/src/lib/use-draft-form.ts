import type { MessageKey } from '@spora/messages/keys';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { useT } from './i18n.tsx';
import { useRefusals } from './use-refusals.ts';
import { withTheirs } from './with-theirs.ts';

/** What is wrong with a form, by field; texts that need nothing filled in. */
export type FormFaults = Readonly<Partial<Record<string, MessageKey | null | undefined>>>;

export interface DraftForm<Form> {
  readonly form: Form;
  /** What it began with, or begins with since it was restarted. */
  readonly first: Form;
  readonly set: <Field extends keyof Form>(field: Field, value: Form[Field]) => void;
  readonly change: (part: Partial<Form>) => void;
  /** From here on the form begins with this: what was typed is let go. */
  readonly restart: (first: Form) => void;
  /** ERR-041: it begins with what somebody else saved meanwhile; what was typed in fields that they left alone stays. */
  readonly rebase: (theirs: Form) => void;
  readonly isDirty: boolean;
  /** Typed, and not saved. */
  readonly isUnsaved: boolean;
  /** What is wrong with a field: by our own rules once it was sent like that, else what the server said of what still stands in it. */
  readonly errorOf: (field: string) => string | null;
  readonly submit: (event: FormEvent) => void;
  /** Belongs on the form: the first field that is wrong is looked for in it. */
  readonly place: RefObject<HTMLFormElement | null>;
}

const WRONG = '[aria-invalid="true"], [data-invalid="true"] input:enabled, button[data-wrong="true"]';

/** A group of boxes that is wrong as a whole says so by `data-invalid`: its first field gets the focus. A button that opens a list is no field, and says `data-wrong`. */
function focusWrong(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>(WRONG)?.focus();
}

/**
 * What a form with one button keeps: what was typed over what it began with, whether it was sent with faults in it, and what
 * the server refused. The first field that is wrong gets the focus.
 */
export function useDraftForm<Form extends object>(parts: {
  readonly first: Form;
  readonly faultsOf: (form: Form) => FormFaults;
  readonly write: { readonly error: unknown; readonly isPending: boolean; readonly isSuccess: boolean };
  readonly send: (form: Form) => void;
}): DraftForm<Form> {
  const { write } = parts;
  const t = useT();
  const [first, setFirst] = useState(parts.first);
  const [form, setForm] = useState(parts.first);
  /** How often it was sent with faults. */
  const [tries, setTries] = useState(0);
  // What stood in it when it was saved: whatever is typed afterwards, in a form that stays open, is unsaved again.
  const [saved, setSaved] = useState<{ readonly isSuccess: boolean; readonly form: Form | null }>({
    isSuccess: false,
    form: null,
  });
  if (saved.isSuccess !== write.isSuccess) setSaved({ isSuccess: write.isSuccess, form: write.isSuccess ? form : null });
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (place.current && (tries > 0 || write.error)) focusWrong(place.current);
  }, [tries, write.error]);

  const refused = useRefusals(write.error, form);
  const change = (part: Partial<Form>): void => setForm((before) => ({ ...before, ...part }));
  const isDirty = (Object.keys(form) as (keyof Form)[]).some((field) => form[field] !== first[field]);
  return {
    form,
    first,
    set: (field, value) => change({ [field]: value } as unknown as Partial<Form>),
    change,
    restart: (begin) => {
      setFirst(begin);
      setForm(begin);
      setTries(0);
    },
    rebase: (theirs) => {
      setFirst(theirs);
      setForm(withTheirs(first, form, theirs));
      setTries(0);
    },
    isDirty,
    isUnsaved: isDirty && form !== saved.form,
    errorOf: (field) => {
      const fault = tries > 0 ? parts.faultsOf(form)[field] : undefined;
      return fault ? (t as (key: MessageKey) => string)(fault) : (refused[field] ?? null);
    },
    submit: (event) => {
      event.preventDefault();
      if (Object.values(parts.faultsOf(form)).some(Boolean)) setTries((before) => before + 1);
      else if (!write.isPending) parts.send(form);
    },
    place,
  };
}
