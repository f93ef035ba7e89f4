import type { UnitDetails } from '@spora/contract/units/endpoints';
import { LANGUAGE_FACTS } from '@spora/messages/languages';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useErrorText, useLanguage, useT } from '../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../lib/unsaved.ts';
import { useRefusals } from '../../lib/use-refusals.ts';
import { differences, isChangedMeanwhile } from '../../ui/changed-meanwhile.tsx';
import { useToasts } from '../../ui/toast.tsx';
import {
  editOf,
  faultsOf,
  formOf,
  missingOf,
  pick,
  TAB_FIELDS,
  withChange,
  without,
  type Changes,
  type FormField,
  type FormTab,
  type UnitForm,
} from './form-model.ts';
import { useUnitChange } from './queries.ts';
import { unitFieldText } from './use-unit-field-names.ts';

/** What a tab with a form needs: its values, how to change and save them, and what is wrong. */
export interface TabForm {
  readonly values: UnitForm;
  readonly set: <F extends FormField>(field: F, value: UnitForm[F]) => void;
  readonly errorOf: (field: FormField) => string | null;
  readonly isDirty: boolean;
  readonly isSaving: boolean;
  readonly failure: unknown;
  readonly save: () => void;
  /** ERR-041: what somebody else changed meanwhile of what is saved; null: that is not why it was refused. */
  readonly theirs: readonly FormField[] | null;
  readonly theirValue: (field: FormField) => string;
  readonly overwrite: () => void;
  /** Theirs in the fields that they changed; what was typed in others stays. */
  readonly takeTheirs: () => void;
  readonly forget: () => void;
}

/**
 * UNIT-021: one form over the tabs of a unit. Each tab saves by itself, and what was typed in another stays until that is
 * saved or left.
 */
export function useUnitForm(unit: UnitDetails, imei: string, onSaved: () => void): (tab: FormTab) => TabForm {
  const t = useT();
  const { language } = useLanguage();
  const errors = useErrorText();
  const toasts = useToasts();
  const [changes, setChanges] = useState<Changes>({});
  /** What each changed field was told to be when it was changed first. */
  const [began, setBegan] = useState<Partial<UnitDetails>>({});
  const [tried, setTried] = useState<FormTab | null>(null);
  const change = useUnitChange((send, { edit, was }: { tab: FormTab; edit: Changes; was?: Partial<UnitDetails> }) =>
    call(send, 'units.update', { params: { imei }, body: { ...editOf(edit), ...(was ? { was } : {}) } }),
  );
  const saved = formOf(unit, LANGUAGE_FACTS[language].decimalSign);
  const refused = useRefusals(change.error, { ...saved, ...changes });
  useUnsavedChanges(Object.keys(changes).length > 0);

  const forgetBegan = (tab: FormTab): void =>
    setBegan((all) =>
      Object.fromEntries(Object.entries(all).filter(([field]) => !(TAB_FIELDS[tab] as readonly string[]).includes(field))),
    );
  const save = (tab: FormTab, edit: Changes, before: Changes, isOver = false): void =>
    change.mutate(
      { tab, edit, ...(isOver ? {} : { was: wasOf({ ...unit, ...began }, edit) }) },
      {
        onSuccess: () => {
          setChanges((all) => without(all, TAB_FIELDS[tab]));
          forgetBegan(tab);
          onSaved();
          // What was unknown before can be changed, and not be taken back to unknown (UNIT-003).
          const canUndo = Object.keys(missingOf(tab, { ...saved, ...before })).length === 0;
          toasts.show({
            text: t('Saved'),
            ...(canUndo ? { action: { label: t('Undo'), run: () => restore(tab, before) } } : {}),
          });
        },
        onError: (error) => focusFirst(Object.keys(errors.fields(error))),
      },
    );
  const restore = (tab: FormTab, before: Changes): void =>
    change.mutate(
      { tab, edit: before },
      {
        onSuccess: () => {
          onSaved();
          toasts.show({ text: t('UnitRestored') });
        },
        onError: (error) => toasts.show({ text: errors.text(error), tone: 'danger' }),
      },
    );

  return (tab) => {
    const own = pick(changes, TAB_FIELDS[tab]);
    const wrongOf = (): ReturnType<typeof faultsOf> => ({ ...missingOf(tab, { ...saved, ...changes }), ...faultsOf(own) });
    const faults = tried === tab ? wrongOf() : {};
    const isMine = change.variables?.tab === tab;
    return {
      values: { ...saved, ...changes },
      set: (field, value) => {
        setChanges((all) => withChange(all, saved, field, value));
        setBegan((all) => (field in changes ? all : { ...all, [field]: unit[field] }));
      },
      errorOf: (field) => {
        const fault = faults[field];
        return fault ? (t as (key: typeof fault) => string)(fault) : (isMine && refused[field]) || null;
      },
      isDirty: Object.keys(own).length > 0,
      isSaving: change.isPending && isMine,
      failure: isMine ? change.error : null,
      theirs:
        isMine && isChangedMeanwhile(change.error)
          ? (differences<UnitDetails>(change.variables?.was ?? {}, unit) as FormField[])
          : null,
      theirValue: (field) => unitFieldText(saved, field, t),
      overwrite: () => save(tab, own, pick(saved, Object.keys(own) as FormField[]), true),
      save: () => {
        setTried(tab);
        const wrong = Object.keys(wrongOf());
        if (wrong.length > 0) focusFirst(wrong);
        else save(tab, own, pick(saved, Object.keys(own) as FormField[]));
      },
      takeTheirs: () => {
        const told = differences<UnitDetails>(change.variables?.was ?? {}, unit) as FormField[];
        setChanges((all) => without(all, told));
        setBegan((all) => Object.fromEntries(Object.entries(all).filter(([field]) => !(told as string[]).includes(field))));
        change.reset();
      },
      forget: () => {
        setChanges((all) => without(all, TAB_FIELDS[tab]));
        forgetBegan(tab);
        setTried(null);
        change.reset();
      },
    };
  };
}

/** What the fields of an edit were as they were told. */
const wasOf = (unit: UnitDetails, edit: Changes): Partial<UnitDetails> =>
  Object.fromEntries((Object.keys(edit) as FormField[]).map((field) => [field, unit[field]]));

/** Brings the focus to the first field that is wrong; fields bear their names. */
export function focusFirst(fields: readonly string[]): void {
  for (const element of document.querySelectorAll<HTMLElement>('[name]'))
    if (fields.includes(element.getAttribute('name') ?? '')) {
      element.focus();
      return;
    }
}
