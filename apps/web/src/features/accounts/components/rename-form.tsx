import type { Group, GroupKind } from '@spora/contract/accounts/endpoints';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useErrorText, useT } from '../../../lib/i18n.tsx';
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
  // What it was called when the form was opened: the list goes on.
  const [began, setBegan] = useState(group.name);
  const [name, setName] = useState(group.name);
  const { rename } = useGroupChanges(kind, group);
  const fields = errors.fields(rename.error);
  const isOther = isChangedMeanwhile(rename.error);
  const fault = rename.error && !isOther ? (fields['name'] ?? errors.text(rename.error)) : null;
  const save = (isOver = false): void => {
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!rename.isPending) save();
  };
  return (
    <form
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
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        error={fault}
      />
      {isOther && (
        <ChangedMeanwhile
          changes={[{ label: t('GroupNewName', { name: began }), value: group.name }]}
          onTakeTheirs={() => {
            setBegan(group.name);
            setName(group.name);
            rename.reset();
          }}
          onOverwrite={() => save(true)}
        />
      )}
      <Button type="submit" look="primary" isBusy={rename.isPending}>
        {t('Save')}
      </Button>
      <IconButton icon="close" label={t('Cancel')} onClick={onDone} />
    </form>
  );
}
