import { useT } from '../lib/i18n.tsx';
import { useUnsavedChanges } from '../lib/unsaved.ts';
import { type DraftForm, type FormFaults, useDraftForm } from '../lib/use-draft-form.ts';
import { meanwhileOf } from './changed-meanwhile.tsx';
import { useToasts } from './toast.tsx';

/** What is sent: what was changed, and what it was as the form began (ERR-041); without `was` it overwrites what others did. */
export interface Change<Form> {
  readonly changes: Partial<Form>;
  readonly form: Form;
  readonly was: Partial<Form> | undefined;
}

export interface ChangeForm<Form extends object> extends DraftForm<Form> {
  readonly isChanged: boolean;
  /** What somebody else made of the same fields meanwhile; null: that is not why it was refused. */
  readonly theirs: { label: string; value: string }[] | null;
  readonly takeTheirs: () => void;
  readonly overwrite: () => void;
  readonly discard: () => void;
}

/** A form over settings that stand: it sends what was changed alone, and stays open with what was saved. */
export function useChangeForm<Form extends object>(parts: {
  /** As the server told it last. */
  readonly saved: Form;
  readonly write: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly isSuccess: boolean;
    readonly reset: () => void;
  };
  readonly send: (change: Change<Form>, onSuccess: () => void) => void;
  /** What each field is called, and in words what `saved` has in it. */
  readonly texts: Readonly<Record<keyof Form, readonly [label: string, value: string]>>;
  /** As it is sent: spaces around a text are no change. */
  readonly tidy?: (form: Form) => Form;
  readonly faultsOf?: (form: Form) => FormFaults;
  /** What stands from now on, saved or taken over. */
  readonly onStands?: (form: Form) => void;
}): ChangeForm<Form> {
  const { saved, write } = parts;
  const t = useT();
  const toasts = useToasts();
  const save = (typed: Form, isBlind: boolean): void => {
    const form = parts.tidy?.(typed) ?? typed;
    const fields = changedIn(form);
    if (fields.length === 0) return;
    const was = isBlind ? undefined : partOf(draft.first, fields);
    parts.send({ changes: partOf(form, fields), form, was }, () => {
      draft.restart(form);
      parts.onStands?.(form);
      toasts.show({ text: t('Saved') });
    });
  };
  const draft = useDraftForm({
    first: saved,
    faultsOf: parts.faultsOf ?? (() => ({})),
    write,
    send: (form) => save(form, false),
  });
  const changedIn = (form: Form): (keyof Form)[] =>
    (Object.keys(form) as (keyof Form)[]).filter((field) => form[field] !== draft.first[field]);
  const changed = changedIn(parts.tidy?.(draft.form) ?? draft.form);
  useUnsavedChanges(changed.length > 0);
  return {
    ...draft,
    isChanged: changed.length > 0,
    theirs: meanwhileOf<Form>(write.error, partOf(draft.first, changed), saved, parts.texts),
    takeTheirs: () => {
      draft.rebase(saved);
      write.reset();
      parts.onStands?.(saved);
    },
    discard: () => {
      draft.restart(draft.first);
      write.reset();
    },
    overwrite: () => save(draft.form, true),
  };
}

const partOf = <Form extends object>(form: Form, fields: readonly (keyof Form)[]): Partial<Form> =>
  Object.fromEntries(fields.map((field) => [field, form[field]])) as Partial<Form>;
