import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import type { ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
import { useUnsavedChanges } from '../../../lib/unsaved.ts';
import { useDraftForm } from '../../../lib/use-draft-form.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChangedMeanwhile, isChangedMeanwhile } from '../../../ui/changed-meanwhile.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { useGroupChanges } from '../use-group-changes.ts';
import styles from '../groups-screen.module.css';

/** The name in its place in the list: Enter saves, Escape leaves it as it was. */
export function RenameForm(props: { kind: GroupKind; group: Group; onDone: () => void }): ReactNode {
  const { kind, group, onDone } = props;
  const t = useT();
  const errors = useErrorText();
  const toasts = useToasts();
  const { rename } = useGroupChanges(kind, group);
  const { form, first, set, restart, errorOf, submit, place, isUnsaved } = useDraftForm({
    // What it is called as the form is opened: the list goes on.
    first: { name: group.name },
    faultsOf: () => ({}),
    write: rename,
    send: ({ name }) => save(name),
  });
  useUnsavedChanges(isUnsaved);
  const isOther = isChangedMeanwhile(rename.error);
  const fault = rename.error && !isOther ? (errorOf('name') ?? errors.text(rename.error)) : null;
  const save = (name: string, isOver = false): void => {
    const began = first.name;
    if (name.trim() === began) return onDone();
    rename.mutate(
      { name, ...(isOver ? {} : { was: { name: began } }) },
      {
        onSuccess: () => {
          toasts.show({
            text: t('GroupRenamed', { name: name.trim() }),
            action: { label: t('Undo'), run: () => rename.mutate({ name: began }) },
          });
          onDone();
        },
      },
    );
  };
  return (
    <form
      ref={place}
      className={styles['rename']}
      onSubmit={submit}
      noValidate
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone();
      }}
    >
      <TextField
        label={t('GroupNewName', { name: group.name })}
        autoFocus
        maxLength={100}
        value={form.name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => set('name', event.target.value)}
        error={fault}
      />
      {isOther && (
        <ChangedMeanwhile
          changes={[{ label: t('GroupNewName', { name: first.name }), value: group.name }]}
          onTakeTheirs={() => {
            restart({ name: group.name });
            rename.reset();
          }}
          onOverwrite={() => save(form.name, true)}
        />
      )}
      <Button type="submit" look="primary" isBusy={rename.isPending}>
        {t('Save')}
      </Button>
      <IconButton icon="close" label={t('Cancel')} onClick={onDone} />
    </form>
  );
}
